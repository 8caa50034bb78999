// Makes elements. Texts become text nodes, never markup: what a document says cannot add to the card.
function make(tag, { text, className, onclick, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  if (onclick) element.addEventListener("click", onclick);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", text, onclick, ...attributes });
}

const number = (n) => Number(n).toLocaleString("en-US");

function percent(part, whole) {
  const share = whole ? Math.min(100, (100 * part) / whole) : 0;
  if (share > 0 && share < 0.1) return "< 0.1 %";
  if (share < 100 && share > 99.9) return "> 99.9 %";
  return share.toFixed(1).replace(/\.0$/, "") + " %";
}

// The document's words without the delimiters that the server puts around them.
const unfenced = (text) => text.replace(/^<document-content>|<\/document-content>$/g, "");

// [-words of the quote-] and {+words of the document+} as deletions and insertions.
function differences(text) {
  const out = make("p", { className: "nearest" });
  for (const part of unfenced(text).split(/(\[-[^]*?-\]|\{\+[^]*?\+\})/)) {
    if (/^\[-[^]*-\]$/.test(part)) out.append(make("del", { text: part.slice(2, -2) }), " ");
    else if (/^\{\+[^]*\+\}$/.test(part)) out.append(make("ins", { text: part.slice(2, -2) }));
    else out.append(part);
  }
  return out;
}

function chip(status) {
  const words = make("span", { text: WORDS.status[status] ?? status });
  const sign = make("span", { className: "sign", "aria-hidden": "true", text: WORDS.sign[status] ?? "?" });
  return make("span", { className: `chip ${tone(status)}` }, sign, words);
}

const tone = (status) => ({ verified: "good", drift: "bad", unknown: "bad" })[status] ?? "fair";

// One stop of the Tab key for a row or list of buttons; arrow keys, Home and End move within it.
function roving(container, chosen) {
  const buttons = [...container.querySelectorAll("button")];
  buttons.forEach((b, i) => (b.tabIndex = i === Math.max(0, chosen) ? 0 : -1));
  container.onkeydown = (event) => {
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : step ? at + step : -1;
    if (at < 0 || !buttons[to]) return;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    buttons[to].tabIndex = 0;
    buttons[to].focus();
  };
}
