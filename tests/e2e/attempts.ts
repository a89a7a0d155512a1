/** What an injected script would try; each result is `held`, or what the script achieved. */
export interface Attempts {
  realm: string;
  /** When the page or thread started, by the device's clock. */
  began: number;
  results: Record<string, string>;
}

/**
 * Runs in the page or a worker as one of the app's own files, so it must not use anything outside itself.
 * @param host another origin that answers every request with permissive CORS; each page or thread uses a folder named after its start time
 */
export async function attempt(realm: string, host: string, reportTo: string): Promise<void> {
  const began = performance.timeOrigin;
  const foreign = `${host}/${began}`;
  const results: Record<string, string> = {};
  const scope = globalThis as unknown as Record<string, unknown> & typeof globalThis;
  const held = "held";
  const trial = async (name: string, run: () => unknown) => {
    try {
      results[name] = (await Promise.race([run(), new Promise((done) => setTimeout(done, 3000, held))])) === held ? held : "done";
    } catch {
      results[name] = held;
    }
  };
  const isPage = "document" in scope;
  /** Whether the script text `sign` runs within 300 ms. */
  const ran = async (sign: string) => {
    await new Promise((done) => setTimeout(done, 300));
    return scope[sign] === undefined ? held : sign;
  };
  /** Settles once the worker posts a message or fails. */
  const answers = (worker: Worker) =>
    new Promise((done) => {
      worker.onmessage = () => done("spoke");
      worker.onerror = () => done(held);
    });
  const code = "self.postMessage('here')";

  // importScripts must be called while a classic worker starts.
  if ("importScripts" in scope) {
    for (const [name, address] of [
      ["importScripts of another host", `${foreign}/script.js`],
      ["importScripts of text", "data:text/javascript,self.imported=1"],
    ]) {
      try {
        (scope.importScripts as (address: string) => void)(address);
        results[name] = "done";
      } catch {
        results[name] = held;
      }
    }
  }
  await trial("eval", () => scope.eval("1 + 1"));
  await trial("a function of text", () => new (scope.Function as FunctionConstructor)("return 1")());
  await trial("a timer of text", () => {
    (setTimeout as (text: string) => void)("self.timerRan = 1");
    return ran("timerRan");
  });
  await trial("import of text", () => import(/* @vite-ignore */ `data:text/javascript,export default ${Date.now()}`));
  await trial("import from another host", () => import(/* @vite-ignore */ `${foreign}/script.js`));
  await trial("fetch from another host", () => fetch(`${foreign}/fetch`));
  await trial("blind fetch from another host", () => fetch(`${foreign}/blind`, { mode: "no-cors" }));
  await trial("a socket to another host", () => {
    const socket = new WebSocket(`${foreign.replace("http", "ws")}/socket`);
    return new Promise((done) => {
      socket.onerror = () => done(held);
      socket.onopen = () => done("open");
    });
  });
  if ("EventSource" in scope) {
    await trial("events of another host", () => {
      const source = new EventSource(`${foreign}/events`);
      return new Promise((done) => {
        source.onerror = () => done(held);
        source.onopen = () => done("open");
      });
    });
  }
  if ("Worker" in scope) {
    await trial("a worker of a blob", () => answers(new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })))));
    await trial("a worker of text", () => answers(new Worker(`data:text/javascript,${code}`)));
    await trial("a worker of another host", () => answers(new Worker(`${foreign}/worker.js`)));
  }
  if (isPage) {
    const { document, navigator } = scope;
    await trial("another file as a worker", () => answers(new Worker("/theme.js")));
    await trial("another file as the service worker", () => navigator.serviceWorker.register("/theme.js", { scope: "/other/" }));
    await trial("a second policy of types", () =>
      (scope.trustedTypes as { createPolicy(name: string, rules: object): void }).createPolicy("default", {}),
    );
    await trial("an inline script", () => {
      const script = document.createElement("script");
      script.textContent = "self.inlineRan = 1";
      document.head.append(script);
      return ran("inlineRan");
    });
    await trial("an inline script as a text node", () => {
      const script = document.createElement("script");
      script.append(document.createTextNode("self.nodeRan = 1"));
      document.head.append(script);
      return ran("nodeRan");
    });
    await trial("a script of another host", () => {
      const script = document.createElement("script");
      script.setAttribute("src", `${foreign}/script.js`);
      document.head.append(script);
      return ran("foreignRan");
    });
    await trial("markup", () => {
      document.createElement("div").innerHTML = "<img src=x onerror='self.markupRan = 1'>";
      return "parsed";
    });
    await trial("markup of a document", () => new DOMParser().parseFromString("<b>bold</b>", "text/html").title);
    await trial("a handler of text", () => {
      const button = document.createElement("button");
      button.setAttribute("onclick", "self.handlerRan = 1");
      button.click();
      return ran("handlerRan");
    });
    await trial("an address of script", () => {
      const link = document.createElement("a");
      link.href = "javascript:void (self.addressRan = 1)";
      document.body.append(link);
      link.click();
      return ran("addressRan");
    });
    await trial("a sheet of text", () => {
      const style = document.createElement("style");
      style.textContent = "#tried { width: 123px }";
      const block = document.createElement("div");
      block.id = "tried";
      document.head.append(style);
      document.body.append(block);
      return getComputedStyle(block).width === "123px" ? "painted" : held;
    });
    await trial("a style attribute", () => {
      const block = document.createElement("div");
      block.setAttribute("style", "width: 124px");
      document.body.append(block);
      return getComputedStyle(block).width === "124px" ? "painted" : held;
    });
    await trial("an image of another host", () => {
      const image = new Image();
      return new Promise((done) => {
        image.onerror = () => done(held);
        image.onload = () => done("loaded");
        image.src = `${foreign}/image.svg`;
      });
    });
    await trial("a frame of another host", () => {
      const frame = document.createElement("iframe");
      frame.src = `${foreign}/frame`;
      document.body.append(frame);
      return ran("framed");
    });
    await trial("a form to another host", () => {
      const form = document.createElement("form");
      Object.assign(form, { action: `${foreign}/form`, method: "post", target: "_blank" });
      document.body.append(form);
      form.submit();
      return ran("formed");
    });
    await trial("a beacon to another host", () => {
      navigator.sendBeacon(`${foreign}/beacon`, "x");
      return held;
    });
  }
  await fetch(reportTo, { method: "POST", body: JSON.stringify({ realm, began, results }) });
}
