// Runs once in a page that has loaded: writes down what its styles make of it, and returns its HTML.
() => {
  const BANNER = /cookie|consent|gdpr|onetrust|didomi|usercentrics|cmp-|cmpbox/i;
  const INLINE = new Set("SPAN A B I EM STRONG LABEL SMALL FONT U CODE ABBR CITE Q SUB SUP TIME MARK".split(" "));
  const BLOCK = new Set("DIV P SECTION ARTICLE MAIN HEADER FOOTER NAV ASIDE H1 H2 H3 H4 H5 H6 UL OL LI DL DT DD".split(" "));
  const SILENT = new Set("SCRIPT STYLE NOSCRIPT TEMPLATE LINK META TITLE HEAD BASE".split(" "));
  const all = [];
  const frames = []; // those whose pages are of this site, outer ones first
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      all.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
      if (/^I?FRAME$/.test(element.tagName) && element.contentDocument?.body) {
        frames.push([element, element.contentDocument]);
        walk(element.contentDocument);
      }
    }
  };
  walk(document);

  const isBanner = (element, style) => {
    const named = BANNER.test(element.id) || BANNER.test(element.getAttribute("class") || "");
    const above = style.position === "fixed" || style.position === "sticky" || element.getAttribute("role") === "dialog";
    return named && above && (element.textContent || "").length < 5000;
  };
  const hasWords = (element) => [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());

  const looks = all.filter((e) => !SILENT.has(e.tagName)).map((element) => {
    const style = element.ownerDocument.defaultView.getComputedStyle(element);
    if (style.display === "none" || isBanner(element, style)) return [element, null];
    const look = [];
    if (hasWords(element) || /^H[1-6]$/.test(element.tagName)) {
      look.push(`font-size:${style.fontSize}`, `font-weight:${style.fontWeight}`, `font-style:${style.fontStyle}`);
      look.push(`text-align:${style.textAlign}`, `text-transform:${style.textTransform}`, `color:${style.color}`);
      if (style.visibility !== "visible") look.push(`visibility:${style.visibility}`);
      if (style.opacity === "0") look.push("opacity:0");
    }
    if (style.whiteSpace.startsWith("pre") && element.tagName !== "PRE") look.push(`white-space:${style.whiteSpace}`);
    if (style.backgroundColor !== "rgba(0, 0, 0, 0)") look.push(`background-color:${style.backgroundColor}`);
    const flows = style.display.startsWith("inline");
    if (INLINE.has(element.tagName) && !flows) look.push("display:block");
    if (BLOCK.has(element.tagName) && flows) look.push("display:inline");
    return [element, look.join(";")];
  });
  for (const [element, look] of looks) {
    if (look === null) element.setAttribute("hidden", "");
    else if (look) element.setAttribute("style", look);
    else element.removeAttribute("style");
    if (look !== null) element.removeAttribute("hidden");
  }
  for (const element of all) {
    const root = element.shadowRoot;
    if (!root) continue;
    for (const slot of root.querySelectorAll("slot")) {
      const given = slot.assignedNodes();
      slot.replaceWith(...(given.length ? given : [...slot.childNodes]));
    }
    element.replaceChildren(...root.childNodes);
  }
  for (const [element, page] of frames.reverse()) {
    for (const link of page.querySelectorAll("a[href], img[src]")) {
      if (link.href && !link.getAttribute("href").startsWith("#")) link.setAttribute("href", link.href);
    }
    const shown = document.createElement("div");
    if (!element.hasAttribute("hidden") && page.body.tagName === "BODY") shown.append(...page.body.childNodes);
    if (element.tagName === "FRAME") shown.append(...(page.pincite_frames || []));
    if (element.tagName === "IFRAME") element.replaceWith(shown);
    else (element.ownerDocument.pincite_frames ||= []).unshift(shown);
  }
  if (document.body.tagName === "FRAMESET") {
    const body = document.createElement("body");
    body.append(...(document.pincite_frames || []));
    document.body.replaceWith(body);
  }
  for (const element of document.querySelectorAll("script, style, noscript, template, link[rel~=stylesheet]")) {
    element.remove();
  }
  return "<!DOCTYPE html>\n" + document.documentElement.outerHTML;
}
