// Fills the card from the record of show_sources or show_citation.
const $ = (id) => document.getElementById(id);
const card = { record: null, doc: 0, page: null, quote: null, zoom: 1, can: {}, modes: [] };

// A document without pages is shown as one long page.
const pageOf = (quote) => quote?.sheet ?? (quote?.ref && docOf(quote)?.pages === 0 ? 1 : null);
const standsOn = (quote, doc, page) => quote.doc === doc && page !== null && (pageOf(quote) === page || Boolean(quote.lines?.some((box) => box[0] === page)));

const docOf = (quote) => (quote && quote.doc !== undefined ? card.record.documents[quote.doc] : undefined);

function applyContext(context) {
  const root = document.documentElement;
  if (context.theme) root.dataset.theme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (/^--(color|font|border)-[\w-]+$/.test(name) && value) root.style.setProperty(name, value);
  }
  root.dataset.mode = context.displayMode ?? "inline";
  card.modes = context.availableDisplayModes ?? [];
  const tallest = context.containerDimensions?.maxHeight ?? context.containerDimensions?.height;
  if (tallest) root.style.setProperty("--tallest", `${tallest}px`);
  if (card.record) drawTools();
}

function note(text) {
  $("main").hidden = true;
  $("note").hidden = false;
  $("note").textContent = text;
}

function receive(result) {
  const record = result.structuredContent;
  if (result.isError || !record || !Array.isArray(record.documents)) return note(textOf(result) || WORDS.failed);
  card.record = record;
  $("note").hidden = true;
  $("main").hidden = false;
  $("summary").textContent = record.summary;
  const alone = record.view === "citation";
  for (const id of ["verdict", "tabs", "quotes"]) $(id).hidden = alone;
  $("title").textContent = alone ? WORDS.citation : WORDS.title;
  drawVerdict(record);
  drawDetails(record);
  const first = record.quotes.find((q) => pageOf(q) !== null && docOf(q)) ?? record.quotes[0];
  if (first) choose(first);
  else turnTo(0, firstPage(record.documents[0]));
}

function drawVerdict(record) {
  const { verified: n } = record;
  const all = record.cited;
  const text = !all ? WORDS.noQuotes : n === all ? WORDS.allVerified : WORDS.verifiedOf;
  $("verdict").textContent = fill(text, { n, all });
  $("verdict").className = `chip ${!all ? "fair" : n === all ? "good" : n ? "fair" : "bad"}`;
}

const firstPage = (doc) => (doc?.pages === 0 ? 1 : doc?.strip.find((run) => run[2] !== "unread")?.[0] ?? doc?.strip[0]?.[0] ?? null);

function choose(quote) {
  card.quote = quote;
  card.zoom = 1;
  if (quote.doc !== undefined) card.doc = quote.doc;
  card.page = pageOf(quote);
  draw();
}

function turnTo(doc, page) {
  card.doc = doc;
  card.page = page;
  card.zoom = 1;
  const here = card.record.quotes.filter((q) => standsOn(q, doc, page));
  card.quote = here.includes(card.quote) ? card.quote : here[0] ?? null;
  draw();
}

function step(by) {
  const doc = card.record.documents[card.doc];
  const to = (card.page ?? 0) + by;
  if (doc && to >= 1 && to <= doc.pages) turnTo(card.doc, to);
}

function draw() {
  drawDocuments();
  drawStrip();
  drawQuotes();
  drawPage();
  drawTools();
}

function drawDocuments() {
  const docs = card.record.documents;
  const select = $("document");
  $("documents").hidden = docs.length < 2;
  select.replaceChildren(...docs.map((doc, i) => make("option", { text: doc.title, value: i, selected: i === card.doc })));
  select.onchange = () => turnTo(Number(select.value), firstPage(docs[select.value]));
}

function drawStrip() {
  const doc = card.record.documents[card.doc];
  const strip = $("strip");
  strip.hidden = !doc || !doc.strip.length;
  if (strip.hidden) return;
  const held = strip.contains(document.activeElement);
  strip.setAttribute("aria-label", fill(WORDS.pages, { title: doc.title }));
  const current = doc.strip.findIndex(([first, last]) => first <= card.page && card.page <= last);
  strip.replaceChildren(...doc.strip.map((run, i) => leafButton(run, i === current)));
  roving(strip, current);
  if (held) strip.querySelectorAll("button")[Math.max(0, current)].focus();
}

function leafButton([first, last, state, label], isCurrent) {
  const name = fill(first === last ? WORDS.page : WORDS.pageRange, { page: label });
  return button(label.replace("-", first === last ? "-" : "–"), () => turnTo(card.doc, first), {
    className: `leaf ${state}${first === last ? "" : " run"}`,
    "aria-label": `${name}, ${WORDS.state[state]}`,
    "aria-current": isCurrent ? "page" : null,
  });
}

function drawQuotes() {
  const list = $("quotes");
  const held = list.contains(document.activeElement);
  const quotes = card.record.quotes;
  list.hidden = !quotes.length || card.record.view === "citation";
  list.replaceChildren(...quotes.map((quote) => make("li", {}, quoteButton(quote))));
  roving(list, quotes.indexOf(card.quote));
  if (held) list.querySelectorAll("button")[Math.max(0, quotes.indexOf(card.quote))].focus();
}

function quoteButton(quote) {
  const chosen = quote === card.quote;
  const facts = [quote.page && fill(WORDS.short, { page: quote.page }), card.record.documents.length > 1 && docOf(quote)?.title];
  const words = make("span", { className: "words", text: `“${quote.quote}”` });
  const where = make("span", { className: "where", text: facts.filter(Boolean).join(" · ") });
  return make("button", { type: "button", className: "quote", "aria-pressed": String(chosen), onclick: () => choose(quote) },
    make("span", { className: `sign ${tone(quote.status)}`, role: "img", "aria-label": WORDS.status[quote.status], text: WORDS.sign[quote.status] }), words, where);
}

function drawPage() {
  const doc = card.record.documents[card.doc];
  const { quote, page } = card;
  const label = labelOf(doc, page);
  drawCaption(doc, label, []);
  if (!doc || page === null) return leaf.empty($("pane"), quote ? WORDS.noPlace : WORDS.noPages);
  const here = card.record.quotes.filter((q) => standsOn(q, card.doc, page));
  const shown = { docId: doc.doc_id, title: doc.title, page, label, quotes: here, chosen: here.includes(quote) ? quote : null, zoom: card.zoom };
  leaf.show($("pane"), shown, (found) => drawCaption(doc, found?.label ?? label, [WORDS.origins[found?.origin], found?.note]));
}

function labelOf(doc, page) {
  const run = doc?.strip.find(([first, last]) => first <= page && page <= last);
  if (!run) return "";
  return run[0] === run[1] ? run[3] : String(page);
}

function drawCaption(doc, label, remarks) {
  const { quote } = card;
  const parts = [];
  if (quote) parts.push(chip(quote.status));
  const run = doc?.strip.find(([first, last]) => first <= card.page && card.page <= last);
  const facts = [label && fill(WORDS.page, { page: label }), quote?.section ?? (run && WORDS.state[run[2]])];
  parts.push(make("span", { className: "where", text: facts.filter(Boolean).join(" · ") }));
  const rows = [make("div", { className: "facts" }, ...parts)];
  if (quote) rows.push(make("blockquote", { text: `“${quote.quote}”` }));
  if (quote?.nearest) rows.push(make("p", { className: "hint", text: WORDS.nearest }), differences(quote.nearest));
  if (quote?.lines?.some((box) => box[0] !== card.page)) remarks = [fill(WORDS.overPages, { page: quote.page }), ...remarks];
  remarks = [quote?.places && fill(WORDS.places, { n: quote.places }), quote?.message, ...remarks].filter(Boolean);
  rows.push(...remarks.map((text) => make("p", { className: "hint", text })));
  $("caption").replaceChildren(...rows);
}

function drawTools() {
  const doc = card.record.documents[card.doc];
  const pages = doc?.pages && card.page !== null;
  const zoom = (to) => { card.zoom = to; drawPage(); drawTools(); };
  const whole = card.zoom === "whole";
  const turning = [
    tool("‹", WORDS.previous, () => step(-1), card.page <= 1),
    tool("›", WORDS.next, () => step(1), card.page >= doc?.pages),
  ];
  const tools = card.page === null ? [] : [
    ...(pages ? turning : []),
    tool("−", WORDS.smaller, () => zoom(Math.max(0.5, card.zoom / 1.25)), whole || card.zoom <= 0.5),
    tool("+", WORDS.larger, () => zoom(whole ? 1 : Math.min(3, card.zoom * 1.25)), !whole && card.zoom >= 3),
    button(whole ? WORDS.passage : WORDS.whole, () => zoom(whole ? 1 : "whole"), { id: "zoom" }),
  ];
  const full = document.documentElement.dataset.mode === "fullscreen";
  const mode = full ? "inline" : "fullscreen";
  if (card.modes.includes(mode)) tools.push(button(WORDS[mode], () => changeMode(mode), { id: "mode" }));
  const link = card.quote?.link;
  if (link && card.can.openLinks) tools.push(button(WORDS.open, () => bridge.request("ui/open-link", { url: link }).catch(() => {}), { id: "open" }));
  const held = $("tools").contains(document.activeElement) ? document.activeElement.id : "";
  $("tools").replaceChildren(...tools);
  if (held) $(held)?.focus();
}

const tool = (sign, name, onclick, disabled) => button(sign, onclick, { id: `tool-${name.split(" ")[0].toLowerCase()}`, "aria-label": name, title: name, "aria-disabled": disabled ? "true" : null });

async function changeMode(mode) {
  try {
    const answer = await bridge.request("ui/request-display-mode", { mode });
    document.documentElement.dataset.mode = answer.mode ?? mode;
    draw();
  } catch { /* the client declines */ }
}

// ---- Details ----

function drawDetails(record) {
  const parts = [];
  if (record.question) parts.push(part(WORDS.question, make("p", { text: record.question })));
  if (record.documents.length) parts.push(share(record));
  if (record.rounds.length) parts.push(rounds(record));
  parts.push(...record.documents.map(documentPart));
  if (record.quotes.length) parts.push(part(WORDS.quotes, make("ol", { className: "proofs" }, ...record.quotes.map(proofItem))));
  if (record.unknown) parts.push(part(WORDS.notFound, make("ul", {}, ...record.unknown.map((text) => make("li", { text })))));
  if (record.left_out) parts.push(make("p", { className: "hint", text: fill(WORDS.leftOut, { what: record.left_out }) }));
  $("details").replaceChildren(...parts);
}

const part = (title, ...children) => make("section", {}, make("h2", { text: title }), ...children);

const sum = (docs, name) => docs.reduce((all, doc) => all + doc[name], 0);

function share(record) {
  const [read, all] = [sum(record.documents, "tokens_read"), sum(record.documents, "tokens")];
  const words = fill(WORDS.shareOf, {
    read: number(read), all: number(all), sections: number(sum(record.documents, "sections_read")), allSections: number(sum(record.documents, "sections")),
  });
  return part(WORDS.reading, make("p", { className: "share" }, make("strong", { text: percent(read, all) }), " ", make("span", { text: words })));
}

function rounds(record) {
  const items = record.rounds.map((round) => {
    const places = round.places.map((place) => {
      const facts = [place.page && fill(WORDS.short, { page: place.page }), fill(WORDS.tokens, { n: number(place.tokens) })];
      return make("li", {}, make("strong", { text: place.ref.startsWith("s") ? place.title : fill(WORDS.within, { ref: place.ref, title: place.title }) }), " ", make("span", { className: "where", text: facts.filter(Boolean).join(" · ") }));
    });
    const said = [round.why, round.found].filter(Boolean).join(" → ");
    const head = round.over ? make("span", { className: "chip fair", text: WORDS.over }) : null;
    return make("li", {}, head, places.length ? make("ul", { className: "places" }, ...places) : make("p", { className: "hint", text: WORDS.noPlaces }), said ? make("p", { className: "said", text: said }) : null);
  });
  const count = fill(WORDS.roundsOf, { n: record.rounds.length, most: record.max_rounds });
  return part(WORDS.rounds, make("p", { className: "where", text: count }), make("ol", { className: "rounds" }, ...items));
}

function documentPart(doc) {
  const bar = make("div", { className: "bar", role: "img", "aria-label": fill(WORDS.bar, { title: doc.title, share: percent(doc.tokens_read, doc.tokens) }) });
  for (const [tokens, state] of doc.bar) {
    const segment = make("div", { className: state, title: `${WORDS.state[state]}, ${fill(WORDS.tokens, { n: number(tokens) })}` });
    segment.style.flexGrow = tokens;
    bar.append(segment);
  }
  const left = doc.rows_left_out ? make("p", { className: "hint", text: fill(WORDS.rowsLeftOut, { n: doc.rows_left_out }) }) : null;
  return part(doc.title, bar, legend(), map(doc), left);
}

const legend = () => make("p", { className: "legend" }, ...["cited", "read", "unread"].map((state) =>
  make("span", {}, make("span", { className: `swatch ${state}`, "aria-hidden": "true" }), WORDS.state[state])));

function map(doc) {
  const head = [WORDS.section, WORDS.pageHead, WORDS.cost, WORDS.read];
  const rows = doc.map.map((row) => {
    const name = make("th", { scope: "row", text: row.title ?? fill(WORDS.more, { n: number(row.more) }), className: row.more ? "folded" : "" });
    name.style.setProperty("--level", Math.min(row.level, 8));
    const state = row.state === "cited" && !row.read ? WORDS.citedUnread : WORDS.state[row.state];
    const partly = row.read && row.read < row.tokens ? ` (${number(row.read)})` : "";
    return make("tr", { className: row.state }, name, make("td", { text: row.page ?? "" }), make("td", { text: number(row.tokens) }), make("td", { text: state + partly }));
  });
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col", text })))), make("tbody", {}, ...rows));
  return make("div", { className: "map", tabindex: "0", role: "region", "aria-label": fill(WORDS.map, { title: doc.title }) }, table);
}

function proofItem(quote) {
  const facts = [quote.page && fill(WORDS.short, { page: quote.page }), quote.section, card.record.documents.length > 1 && docOf(quote)?.title];
  const show = button(`“${quote.quote}”`, () => { openTab("sources"); choose(quote); $("tab-sources").focus(); }, { className: "link" });
  return make("li", {}, show, make("div", { className: "facts" }, chip(quote.status), make("span", { className: "where", text: facts.filter(Boolean).join(" · ") })));
}

// ---- Tabs ----

function openTab(name) {
  for (const tab of ["sources", "details"]) {
    $(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
    $(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    $(tab).hidden = tab !== name;
  }
}

function start() {
  document.title = $("title").textContent = WORDS.title;
  $("tabs").setAttribute("aria-label", WORDS.views);
  $("document-label").textContent = WORDS.document;
  $("pane").setAttribute("aria-label", WORDS.window);
  $("quotes").setAttribute("aria-label", WORDS.quotes);
  for (const tab of ["sources", "details"]) {
    $(`tab-${tab}`).textContent = WORDS.tabs[tab];
    $(`tab-${tab}`).onclick = () => openTab(tab);
  }
  $("tabs").onkeydown = ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = $("sources").hidden ? "sources" : "details";
    openTab(other);
    $(`tab-${other}`).focus();
  };
  openTab("sources");
  note(WORDS.waiting);
  bridge.on("ui/notifications/tool-result", receive);
  bridge.on("ui/notifications/tool-cancelled", () => note(WORDS.cancelled));
  bridge.start(applyContext).then((can) => { card.can = can; if (card.record) drawTools(); }, (error) => note(error.message || WORDS.failed));
}

start();
