// Search works where the site is opened from disk: there browsers start no worker, so a hidden frame does its work.
// What is sent is copied, as to a worker: with objects that both hold, each answer would empty the line that is typed.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      const script = new URL(url, document.baseURI).href;
      const frame = document.createElement("iframe");
      frame.hidden = true;
      window.__answer = (data) => this.onmessage?.({ data: structuredClone(data) });
      frame.srcdoc =
        "<script>window.postMessage = (data) => parent.__answer(data);" +
        "window.importScripts = (...urls) => { for (const url of urls) document.write('<script src=\"' + url + '\"><\\/script>'); };" +
        `<\/script><script src="${script}"><\/script>`;
      this.frame = frame;
      this.ready = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
      document.body.append(frame);
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow?.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) })));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
