"""A host of MCP Apps for tests: a page with the card in a sandboxed frame, in a real Chromium, and a real server behind
it. Nothing that the page asks for leaves the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal
from axe_playwright_python.sync_playwright import Axe
from mcp import Client
from mcp.server.apps import APP_MIME_TYPE
from mcp.types import TextResourceContents
from playwright.sync_api import Browser, Frame, Locator, Page, Route

from pincite.anchors import Anchor, parse_ref
from pincite.pictures import PagePicture
from pincite.registry import Registry
from pincite.server.card.page import URI

HOST, SANDBOX = "http://host.test/", "http://sandbox.test/card.html"
# what the specification demands of a host where a card declares no domains
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'"
)
PAGE = """<!doctype html><html lang="en"><title>Host</title><body style="margin:0">
<iframe title="card" sandbox="allow-scripts" style="border:0;width:100%;height:20px;display:block"></iframe><script>
const frame = document.querySelector("iframe");
const log = [];
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
const tell = (method, params) => post({ method, params });
let given;
window.addEventListener("message", async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  log.push(data);
  const { id, method, params } = data;
  if (method === "ui/initialize") post({ id, result: {
    protocolVersion: params.protocolVersion, hostInfo: { name: "test", version: "1" },
    hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext: given.context } });
  else if (method === "ui/notifications/initialized") {
    tell("ui/notifications/tool-input", { arguments: given.arguments });
    if (given.result) tell("ui/notifications/tool-result", given.result);
  } else if (method === "ui/notifications/size-changed") frame.style.height = params.height + "px";
  else if (method === "tools/call") {
    try { post({ id, result: await callTool(params.name, params.arguments) }); }
    catch (error) { post({ id, error: { code: -32000, message: String(error) } }); }
  } else if (method === "ui/request-display-mode") post({ id, result: { mode: params.mode } });
  else if (id !== undefined && method) post({ id, result: {} });
});
function show(all) { given = all; frame.src = "SANDBOX"; }
</script>""".replace("SANDBOX", SANDBOX)
WATCH = """
window.broken = [];
addEventListener("securitypolicyviolation", (e) => broken.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
addEventListener("error", (e) => broken.push(e.message));
addEventListener("unhandledrejection", (e) => broken.push(String(e.reason)));
"""


class Talk:
    """The server as a host speaks to it, from a thread of ours."""

    def __init__(self, portal: BlockingPortal, client: Client, registry: Registry, home: Path) -> None:
        self._portal = portal
        self._client = client
        self._registry = registry
        self.home = home

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The result of a tool as it goes over the wire."""
        result = self._portal.call(lambda: self._client.call_tool(name, arguments))
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)

    def picture(self, doc_id: str, page: int, ref: str) -> PagePicture:
        """The page with a place marked, as a model sees it."""
        opened = self._registry.get(doc_id)
        anchor = Anchor(doc_id, opened.document.rev, parse_ref(ref))
        return self._registry.picture(opened, page, highlight=anchor)

    def rev(self, doc_id: str) -> str:
        return self._registry.get(doc_id).document.rev

    def html(self) -> str:
        contents = self._portal.call(lambda: self._client.read_resource(URI)).contents[0]
        assert isinstance(contents, TextResourceContents)
        assert contents.mime_type == APP_MIME_TYPE
        return contents.text


class Host:
    """One card in a frame. ``messages`` are those that it sent; ``escaped`` what it asked of the network."""

    def __init__(
        self, browser: Browser, talk: Talk, *, width: int = 680, context: dict[str, Any] | None = None
    ) -> None:
        self._talk = talk
        self._context: dict[str, Any] = context or {"theme": "light"}
        self.escaped: list[str] = []
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.fail: Callable[[dict[str, Any]], str | None] = lambda _: None
        self.page: Page = browser.new_page(viewport={"width": width, "height": 900})
        self.page.add_init_script(WATCH)
        self.page.route("**/*", self._answer)
        self.page.expose_function("callTool", self._tool)
        self.page.goto(HOST)

    def _answer(self, route: Route) -> None:
        url = route.request.url
        if url == HOST:
            route.fulfill(body=PAGE, content_type="text/html")
        elif url == SANDBOX:
            headers = {"Content-Security-Policy": POLICY}
            route.fulfill(body=self._talk.html(), content_type="text/html; charset=utf-8", headers=headers)
        else:
            self.escaped.append(url)
            route.abort()

    def _tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        self.calls.append((name, arguments))
        trouble = self.fail(arguments)
        if trouble:
            return {"isError": True, "content": [{"type": "text", "text": trouble}]}
        return self._talk.call(name, arguments)

    def show(self, result: dict[str, Any] | None, arguments: dict[str, Any] | None = None) -> None:
        """Shows the result of a tool."""
        self.page.evaluate("show", {"context": self._context, "result": result, "arguments": arguments or {}})
        self.page.frame_locator("iframe").locator("main:visible, #note:visible").first.wait_for()

    def tell(self, method: str, params: dict[str, Any]) -> None:
        self.page.evaluate("([method, params]) => tell(method, params)", [method, params])

    @property
    def frame(self) -> Frame:
        return self.page.frames[1]

    def find(self, selector: str, *, has_text: str | None = None) -> Locator:
        return self.frame.locator(selector, has_text=has_text)

    @property
    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("log")
        return found

    def said(self, method: str) -> list[dict[str, Any]]:
        return [m["params"] for m in self.messages if m.get("method") == method]

    @property
    def broken(self) -> list[str]:
        """Violations of the policy and errors of the program."""
        found: list[str] = self.frame.evaluate("broken")
        return found

    def faults(self) -> list[str]:
        """What axe finds wrong that is serious, in the card."""
        self.frame.evaluate(Axe().axe_script)
        found = self.frame.evaluate("axe.run(document, {resultTypes: ['violations']})")
        bad = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
        return [f"{v['id']}: {node['html'][:150]} {node['failureSummary']}" for v in bad for node in v["nodes"]]

    def shot(self, path: Path | str) -> None:
        self.page.screenshot(path=path, full_page=True)

    def close(self) -> None:
        self.page.close()
