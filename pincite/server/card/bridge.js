// Speaks to the client that shows the card: JSON-RPC in messages to the window around it.
const bridge = (() => {
  const PATIENCE = 60000; // ms
  const waiting = new Map();
  const handlers = new Map();
  let last = 0;

  const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  function request(method, params) {
    const id = ++last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(id, { error: { message: "No answer." } }), PATIENCE);
      waiting.set(id, { resolve, reject, timer });
      post({ id, method, params });
    });
  }

  function settle(id, answer) {
    const asked = waiting.get(id);
    if (!asked) return;
    waiting.delete(id);
    clearTimeout(asked.timer);
    if (answer.error) asked.reject(new Error(String(answer.error.message ?? "")));
    else asked.resolve(answer.result ?? {});
  }

  function told(message) {
    handlers.get(message.method)?.(message.params ?? {});
    if (message.id === undefined) return;
    const known = message.method === "ping" || message.method === "ui/resource-teardown";
    post(known ? { id: message.id, result: {} } : { id: message.id, error: { code: -32601, message: "Unknown method" } });
  }

  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || !data || data.jsonrpc !== "2.0") return;
    if (typeof data.method === "string") told(data);
    else settle(data.id, data);
  });

  // The server's tool, called through the client; the result as it is, errors as errors.
  async function call(name, args) {
    const result = await request("tools/call", { name, arguments: args });
    if (result.isError) throw new Error(textOf(result));
    return result;
  }

  // Tells the client how tall the card is, whenever that changes.
  function reportSize() {
    let shown = "";
    const report = () => {
      const box = document.documentElement.getBoundingClientRect();
      const size = { width: Math.ceil(box.width), height: Math.ceil(document.body.getBoundingClientRect().height) };
      if (shown === (shown = JSON.stringify(size))) return;
      post({ method: "ui/notifications/size-changed", params: size });
    };
    new ResizeObserver(() => requestAnimationFrame(report)).observe(document.body);
    report();
  }

  async function start(onContext) {
    const context = {};
    const merge = (change) => onContext(Object.assign(context, change));
    handlers.set("ui/notifications/host-context-changed", merge);
    const answer = await request("ui/initialize", {
      protocolVersion: "2026-01-26",
      appInfo: { name: "pincite", version: "1" },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    });
    merge(answer.hostContext ?? {});
    post({ method: "ui/notifications/initialized", params: {} });
    reportSize();
    return answer.hostCapabilities ?? {};
  }

  return { on: (method, handler) => handlers.set(method, handler), request, call, start };
})();

// The text blocks of a result.
function textOf(result) {
  const blocks = Array.isArray(result.content) ? result.content : [];
  return blocks.filter((block) => block.type === "text").map((block) => String(block.text)).join("\n");
}
