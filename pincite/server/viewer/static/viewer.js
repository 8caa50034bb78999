// The viewer in the browser: pages load as they come near, places are shown without leaving the page, words are cited
// from a selection. Without it everything works as well, but the whole page loads anew.
"use strict";

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const desk = one(".desk");
const policy = window.trustedTypes?.createPolicy("pincite", { createHTML: (text) => text });

// parts of pages come from our own server only, where everything of a document is escaped
function fill(element, html) {
  element.innerHTML = policy ? policy.createHTML(html) : html;
}

async function part(url, options = {}) {
  const answer = await fetch(url, { credentials: "same-origin", headers: { "x-pincite": "part" }, ...options });
  if (answer.status === 401) location.reload();
  return answer;
}

// ---- parts of the document that load as they come near

const near = new IntersectionObserver(
  (entries) => entries.filter((e) => e.isIntersecting).forEach((e) => load(e.target)),
  { rootMargin: "900px 0px" },
);

async function load(leaf, query = "") {
  near.unobserve(leaf);
  const answer = await part(leaf.dataset.src + query);
  if (!answer.ok) return;
  fill(one(".over", leaf), await answer.text());
  leaf.dataset.ready = "";
  leaf.style.minHeight = "";
}

function watchLeaves() {
  for (const leaf of all(".leaf:not([data-ready])")) {
    if (leaf.dataset.lines) leaf.style.minHeight = `${leaf.dataset.lines * 1.7}rem`;
    near.observe(leaf);
  }
}

// ---- pictures of what another program lays out: until it has, the server sends the words of a page instead

const PATIENCE = 15000; // milliseconds; the server sends a stand-in when the program needs longer than 20 seconds

async function watchLayout() {
  const start = performance.now();
  let ready = false;
  let waited = false;
  while (!ready) {
    const answer = await part(`/d/${desk.dataset.doc}/laidout`);
    if (!answer.ok) return;
    ({ ready } = await answer.json());
    waited ||= !ready || performance.now() - start > PATIENCE;
    if (!ready) await new Promise((done) => setTimeout(done, 1000));
  }
  if (waited) all("#main .sheet img").filter((image) => image.complete).forEach(renew);
}

function renew(image) {
  const again = (url) => `${url}&again=1`;
  if (image.srcset) image.srcset = image.srcset.split(", ").map((s) => s.replace(/\S+/, again)).join(", ");
  image.src = again(image.getAttribute("src"));
}

// ---- places

let marked = [];

async function go(url, push = true) {
  const asked = new URL(url, location.href);
  asked.searchParams.set("v", desk.dataset.view);
  const answer = await part(`/d/${desk.dataset.doc}/place?${asked.searchParams}`);
  if (!answer.ok) {
    fill(one("#cited"), await answer.text());
    openDrawer("beside");
    return;
  }
  const place = await answer.json();
  const query = `?a=${encodeURIComponent(asked.searchParams.get("a"))}`;
  const old = marked.filter((id) => !place.leaves.includes(id));
  await Promise.all(old.map((id) => load(document.getElementById(id))));
  await Promise.all(place.leaves.map((id) => load(document.getElementById(id), query)));
  marked = place.leaves;
  fill(one("#cited"), place.beside);
  one("#beside").scrollTop = 0;
  asked.searchParams.delete("q");
  asked.searchParams.set("r", desk.dataset.rev); // the address names the revision in which the place was found
  if (push) history.pushState(null, "", asked);
  closeDrawers();
  show(place.at);
}

function show(at) {
  const mark = one("#main .mark, #main mark, #main .cited");
  const block = /^b\d+/.exec(new URL(location.href).searchParams.get("a") ?? "");
  const target = mark ?? (block && document.getElementById(block[0])) ?? document.getElementById(at);
  target?.scrollIntoView({ block: mark ? "center" : "start" });
}

// ---- the contents follow the scrolling

function followScroll() {
  const links = all("#contents a[data-page]");
  let waiting = false;
  const follow = () => {
    waiting = false;
    const above = all("#main [data-page]").filter((e) => e.getBoundingClientRect().top < innerHeight * 0.55);
    const page = Number(above.pop()?.dataset.page ?? 1);
    const current = links.filter((link) => Number(link.dataset.page) <= page).pop();
    one("#contents [aria-current]")?.removeAttribute("aria-current");
    unfolded(current)?.setAttribute("aria-current", "location");
    const input = one("#p");
    if (input) input.placeholder = pageName(page);
  };
  const soon = () => {
    if (!waiting) requestAnimationFrame(follow);
    waiting = true;
  };
  addEventListener("scroll", soon, { passive: true });
  follow();
}

// the entry itself, or the one above it that is folded
function unfolded(link) {
  for (let folded; (folded = link?.closest("details:not([open])")); ) link = one(":scope > a", folded.parentElement);
  return link;
}

function pageName(number) {
  const label = document.getElementById(`p${number}`)?.getAttribute("aria-label");
  return label ? label.replace(/^Page /, "") : String(number);
}

// ---- search and verification beside the document

async function search(form) {
  const words = new FormData(form).get("q");
  const answer = await part(`/d/${desk.dataset.doc}/search?${new URLSearchParams({ q: words })}`);
  fill(one("#found"), await answer.text());
  openDrawer("beside");
  const beside = one("#beside");
  beside.scrollTop += one("#found").getBoundingClientRect().top - beside.getBoundingClientRect().top - 12;
}

async function verify(form) {
  const button = one("button", form);
  button.disabled = true;
  try {
    const answer = await part(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    fill(one("#verdict"), await answer.text());
  } finally {
    button.disabled = false;
  }
}

// ---- selected words

// the character of the document at which an end of the selection stands: lines know where they begin
function character(node, offset) {
  const line = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("[data-start]");
  if (!line) return null;
  const before = document.createRange();
  before.selectNodeContents(line);
  before.setEnd(node, offset);
  return Number(line.dataset.start) + [...before.toString()].length;
}

function offerCitation() {
  const selection = getSelection();
  const button = one("#cite-selection");
  button.hidden = !(selection.rangeCount && !selection.isCollapsed && one("#main").contains(selection.anchorNode));
  if (button.hidden) return;
  const box = selection.getRangeAt(0).getBoundingClientRect();
  button.style.left = `${Math.max(8, Math.min(innerWidth - 96, box.left + box.width / 2 - 44))}px`;
  button.style.top = `${Math.max(60, Math.min(innerHeight - 100, box.top - 42))}px`;
}

async function citeSelection() {
  const range = getSelection().getRangeAt(0);
  const start = character(range.startContainer, range.startOffset);
  const end = character(range.endContainer, range.endOffset);
  if (start === null || end === null || end <= start) return;
  const answer = await part(`/d/${desk.dataset.doc}/select?${new URLSearchParams({ start, end })}`);
  if (!answer.ok) return;
  const { a } = await answer.json();
  getSelection().removeAllRanges();
  one("#cite-selection").hidden = true;
  const top = scrollY;
  await go(`/d/${desk.dataset.doc}?${new URLSearchParams({ a })}`);
  scrollTo(scrollX, top);
  openDrawer("beside");
}

function addCiteButton() {
  const button = document.createElement("button");
  button.id = "cite-selection";
  button.type = "button";
  button.hidden = true;
  button.textContent = "Cite this";
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // the selection stays
  button.addEventListener("click", citeSelection);
  one("#main").append(button);
  document.addEventListener("selectionchange", offerCitation);
}

// ---- copying

async function copy(button) {
  const said = one(".said", button.parentElement);
  try {
    await navigator.clipboard.writeText(said.textContent);
  } catch {
    getSelection().selectAllChildren(said); // no clipboard for scripts here, as on a plain address
    document.execCommand("copy");
    getSelection().removeAllRanges();
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

// ---- the parts at the sides on a narrow screen

function closeDrawers() {
  all(".drawers button").forEach((b) => b.setAttribute("aria-expanded", "false"));
  all(".drawn").forEach((e) => e.classList.remove("drawn"));
}

function openDrawer(id) {
  const button = one(`.drawers [aria-controls=${id}]`);
  if (!button?.getClientRects().length) return;
  closeDrawers();
  button.setAttribute("aria-expanded", "true");
  document.getElementById(id).classList.add("drawn");
}

function toggleDrawer(button) {
  if (button.getAttribute("aria-expanded") === "true") closeDrawers();
  else openDrawer(button.getAttribute("aria-controls"));
}

// ---- keys

function onKey(event) {
  if (event.key === "Escape") closeDrawers();
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    one("#q")?.focus();
  } else if (desk && (event.key === "j" || event.key === "k")) {
    turn(event.key === "j" ? 1 : -1);
  }
}

function turn(step) {
  const pages = all("#main [data-page]");
  const top = getComputedStyle(one(".bar")).position === "sticky" ? one(".bar").offsetHeight : 0;
  const here = pages.findLastIndex((page) => page.getBoundingClientRect().top <= top + 16);
  pages[Math.max(0, Math.min(pages.length - 1, here + step))]?.scrollIntoView();
}

// ---- all together

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  const copied = event.target.closest("button.copy");
  const drawer = event.target.closest(".drawers button");
  if (copied) copy(copied);
  if (drawer) toggleDrawer(drawer);
  if (link && desk && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    go(link.href);
  }
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!desk || !(form.id === "verify" || form.matches(".search"))) return;
  event.preventDefault();
  if (form.id === "verify") verify(form);
  else search(form);
});
document.addEventListener("keydown", onKey);

if (desk) {
  marked = all(".leaf[data-ready]").map((leaf) => leaf.id);
  watchLeaves();
  if (one("#main").dataset.at) show(one("#main").dataset.at);
  followScroll();
  addCiteButton();
  if ("laidOut" in desk.dataset && desk.dataset.view === "pages") watchLayout();
  addEventListener("popstate", () => (location.search.includes("a=") ? go(location.href, false) : location.reload()));
}
