import { appendFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { securityHeaders } from "../../workers/policy";
import { family, itInLongRuns } from "../fixtures/in-all";
import { type Attempts, attempt } from "./attempts";
import { ENGINE, sharedSession, startSession } from "./browser";
import { staticHost } from "./static-host";

const session = sharedSession({ serviceWorker: "installed" });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A foreign host that answers everything, and records the requests. */
async function foreignHost(pages: Record<string, string> = {}) {
  const asked: string[] = [];
  const note = (address = "") => asked.push(address);
  const server = createServer(({ url = "" }, response) => {
    if (!(url in pages)) note(url);
    const type =
      url in pages ? "text/html" : url.endsWith(".js") ? "text/javascript" : url.endsWith(".svg") ? "image/svg+xml" : "text/plain";
    const body = pages[url] ?? (type === "image/svg+xml" ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : "self.foreignRan = 1");
    response.writeHead(200, { "Content-Type": type, "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
    response.end(body);
  });
  server.on("upgrade", ({ url }, socket) => {
    note(url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, asked };
}

const THREADS = ["api", "chart", "compute", "feed", "provider"];

/** The build on its own host, with a script in the page, every thread and the service worker that tries everything it can. */
async function infected(headers?: Record<string, string>) {
  const foreign = await foreignHost();
  const reports: Attempts[] = [];
  const host = await staticHost({ headers, onPost: (body) => reports.push(JSON.parse(body)) });
  closing.push(host.stop);
  const tries = (realm: string) => `(${attempt})(${[realm, foreign.origin, `${host.origin}/reports`].map((text) => JSON.stringify(text))})`;
  const assets = readdirSync(join(host.folder, "assets"));
  const threads = THREADS.map((name) => {
    const file = assets.find((asset) => asset.startsWith(`${name}.worker-`));
    if (!file) throw new Error(`no thread ${name} in the build`);
    appendFileSync(join(host.folder, "assets", file), `\n;${tries(name)};\n`);
    return `/assets/${file}`;
  });
  // Without headers, a host's own service worker is not restricted.
  if (headers) appendFileSync(join(host.folder, "service-worker.js"), `\n;${tries("service worker")};\n`);
  appendFileSync(
    join(host.folder, "theme.js"),
    `\nif (self.document) addEventListener("load", () => setTimeout(async () => {
      await ${tries("page")};
      for (const file of ${JSON.stringify(threads)}) new Worker(file, { type: "module" });
    }, 500));\n`,
  );
  await host.repack();
  const visitor = await startSession(host.origin, { serviceWorker: true });
  closing.push(visitor.close);
  return { foreign, reports, visitor };
}

/** Attempts that succeeded, by realm. */
const passed = (reports: readonly Attempts[]) =>
  reports.flatMap(({ realm, results }) => Object.entries(results).flatMap(([name, end]) => (end === "held" ? [] : [`${realm}: ${name}`])));
const realms = (reports: readonly Attempts[]) => [...new Set(reports.map(({ realm }) => realm))].sort();

describe("a script injected among the app's own", () => {
  it("can run no text and reach no other host: in the page, in every thread, in the service worker", async () => {
    const { foreign, reports, visitor } = await infected(securityHeaders());
    await visitor.open("/risk");
    await expect.poll(() => realms(reports)).toEqual([...THREADS, "page", "service worker"].sort());
    expect(passed(reports)).toEqual([]);
    expect(reports.find(({ realm }) => realm === "page")?.results).toHaveProperty("a worker of a blob", "held");
    expect(foreign.asked).toEqual([]);
  });

  it("nor where the host sends plain files only, once the service worker serves them", async () => {
    const { foreign, reports, visitor } = await infected();
    const page = await visitor.open("/risk");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => realms(reports)).toEqual([...THREADS, "page"].sort());
    expect(passed(reports.filter(({ realm }) => realm === "page"))).toEqual([]);
    // The first load's thread came from the host without a policy, so there the same attempts succeed.
    expect(passed(reports)).toEqual(
      expect.arrayContaining(["compute: eval", "compute: fetch from another host", "compute: a timer of text"]),
    );
    await page.reload();
    // A thread of the first load may still report, so only threads of the current load count.
    const began = await page.evaluate(() => performance.timeOrigin);
    const since = () => reports.filter((report) => report.began >= began);
    await expect.poll(() => realms(since())).toEqual([...THREADS, "page"].sort());
    expect(passed(since())).toEqual([]);
    expect(foreign.asked.filter((address) => Number(address.split("/")[1]) >= began)).toEqual([]);
  });
});

describe("another site", () => {
  itInLongRuns("cannot show the app in a frame, even on a host without headers, once the service worker serves it", async ({ skip }) => {
    skip(
      ENGINE === "webkit",
      "WebKit keeps service workers and storage apart by the outer page's origin (webkit.org/blog/8090): in a frame each visit is a first one",
    );
    const host = await staticHost();
    closing.push(host.stop);
    const foreign = await foreignHost({ "/": `<iframe src="${host.origin}/risk"></iframe>` });
    const visitor = await startSession(host.origin, { serviceWorker: true });
    closing.push(visitor.close);
    const page = await visitor.open("/risk");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(foreign.origin);
    const refused = expect.stringMatching(/^(chrome-error:\/\/chromewebdata\/$|about:neterror\?e=cspBlocked&)/);
    await expect.poll(() => page.frames().map((frame) => frame.url())).toEqual([`${foreign.origin}/`, refused]);
  });

  const posting = ["/api/markov-regime", "/v1/strategies"];
  family(
    posting,
    (_, place) => place === 1,
    (paths) =>
      it.each(paths)("cannot post a form to %s, whether or not a key is required there", async (path) => {
        const { origin } = session.current;
        const form = `<form method="post" enctype="text/plain" action="${origin}${path}"><input name='{"a":"' value='"}'></form>`;
        const foreign = await foreignHost({ "/": `${form}<button onclick="document.forms[0].submit()">Send</button>` });
        const page = await session.current.open("/docs");
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.goto(foreign.origin);
        await page.getByRole("button").click();
        await page.waitForURL(origin + path);
        const status = () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).responseStatus;
        // WebKit does not report the status.
        if (ENGINE !== "webkit") expect(await page.evaluate(status)).toBe(403);
        expect(await page.locator("body").textContent()).toContain('"code":"forbidden"');
        await page.close();
      }),
  );
});
