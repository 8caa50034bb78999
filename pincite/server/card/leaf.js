// A window on one page: its picture, zoomed to what is marked.
const leaf = (() => {
  const KEPT = 12; // pictures
  const MARGIN = 24; // points around the marked passage
  const LEGIBLE = 1.15; // CSS pixels a point that text needs
  const COLUMN = 0.92; // of the width of a page that is shown at least, where there is room: its lines without margins
  const TRIES = 60;
  const PAUSE = 1000; // ms between them
  const pictures = new Map();
  let turn = 0;

  // The answer of the server, which may need a while to lay a document out.
  async function ask(asked) {
    for (let left = TRIES; ; left--) {
      try {
        return await bridge.call("card_page", asked);
      } catch (error) {
        if (!left || !error.message.includes("[pending]")) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  // The picture of a page with its record, kept for when it is asked for again. `refs`: places whose lines are unknown.
  function picture(docId, page, refs) {
    const key = `${docId} ${page} ${refs.join(" ")}`;
    if (!pictures.has(key)) {
      const asked = { doc_id: docId, page, ...(refs.length ? { refs } : {}) };
      const answer = ask(asked).then((result) => {
        const image = (result.content ?? []).find((block) => block.type === "image");
        if (!image || !result.structuredContent) throw new Error("");
        return { ...result.structuredContent, src: `data:${image.mimeType};base64,${image.data}` };
      });
      answer.catch(() => pictures.delete(key)); // it may be there next time
      pictures.set(key, answer);
      if (pictures.size > KEPT) pictures.delete(pictures.keys().next().value);
    }
    return pictures.get(key);
  }

  const bounds = (boxes) => boxes.reduce(([a, b, c, d], [, x0, y0, x1, y1]) => [Math.min(a, x0), Math.min(b, y0), Math.max(c, x1), Math.max(d, y1)], [1e9, 1e9, 0, 0]);

  function place(element, [, x0, y0, x1, y1], { width, height }) {
    element.style.left = `${(100 * x0) / width}%`;
    element.style.top = `${(100 * y0) / height}%`;
    element.style.width = `${(100 * (x1 - x0)) / width}%`;
    element.style.height = `${(100 * (y1 - y0)) / height}%`;
    return element;
  }

  // CSS pixels a point: the passage in the window with the lines around it, or the whole page.
  function scaleFor(pane, sheet, boxes, zoom) {
    const width = pane.clientWidth;
    if (zoom === "whole") return Math.min(width / sheet.width, pane.clientHeight / sheet.height);
    if (!boxes.length) return zoom * Math.max(width / sheet.width, Math.min(LEGIBLE, (1.6 * width) / sheet.width));
    const [x0, , x1] = bounds(boxes);
    return zoom * Math.max(LEGIBLE, width / Math.max(x1 - x0 + 2 * MARGIN, COLUMN * sheet.width));
  }

  function settle(pane, sheetElement, sheet, boxes, zoom) {
    const scale = scaleFor(pane, sheet, boxes, zoom);
    sheetElement.style.width = `${sheet.width * scale}px`;
    sheetElement.style.height = `${sheet.height * scale}px`;
    if (zoom === "whole" || !boxes.length) return pane.scrollTo(0, 0);
    const [x0, y0, x1, y1] = bounds(boxes).map((v) => v * scale);
    const centre = (sheet.width * scale - pane.clientWidth) / 2;
    const outside = x0 < centre + MARGIN || x1 > centre + pane.clientWidth - MARGIN;
    pane.scrollTo(outside ? middle(x0, x1, pane.clientWidth) : centre, middle(y0, y1, pane.clientHeight));
  }

  // Where a window of that size begins that has the stretch in its middle, or its beginning where it is longer.
  const middle = (from, to, size) => (to - from > size - 2 * MARGIN ? from - MARGIN : (from + to - size) / 2);

  // Shows a page in the pane. `quotes` are those on it, the chosen one first (if any); `zoom` is "whole" or a factor.
  async function show(pane, { docId, title, page, label, quotes, chosen, zoom }, done) {
    const mine = ++turn;
    pane.replaceChildren(make("p", { className: "hint", text: fill(WORDS.loading, { page: label }) }));
    const blind = quotes.filter((q) => !q.lines && q.ref).sort((a, b) => (b === chosen) - (a === chosen));
    if (blind[0] !== chosen) blind.length = 0; // only what is looked at is worth asking for
    try {
      const found = await picture(docId, page, blind.map((q) => q.ref));
      if (mine !== turn) return;
      const linesOf = (q) => (q.lines ?? found.lines?.[blind.indexOf(q)] ?? []).filter((box) => box[0] === page);
      const alt = fill(chosen ? WORDS.marked : WORDS.picture, { title, page: found.label ?? page, quote: chosen?.quote });
      const sheet = make("div", { className: found.painted ? "sheet painted" : "sheet" }, make("img", { src: found.src, alt, draggable: "false" }));
      for (const quote of quotes) {
        const kind = `mark ${tone(quote.status)}${quote === chosen ? " chosen" : ""}`;
        for (const box of linesOf(quote)) sheet.append(place(make("div", { className: kind, "data-quote": quote.n }), box, found));
      }
      pane.replaceChildren(sheet);
      settle(pane, sheet, found, chosen ? linesOf(chosen) : [], zoom);
      done(found);
    } catch (error) {
      if (mine !== turn) return;
      pane.replaceChildren(
        make("p", { className: "hint", role: "status" }, make("strong", { text: fill(WORDS.noPicture, { page: label }) }), make("br"), error.message),
      );
      done(null);
    }
  }

  function empty(pane, text) {
    turn += 1;
    pane.replaceChildren(make("p", { className: "hint", text }));
  }

  return { show, empty };
})();
