import { createHash } from "node:crypto";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { securityHeaders } from "../../workers/policy";
import { inAll, inLongRuns } from "../fixtures/in-all";
import { ENGINE, startSession } from "./browser";
import { staticHost, TYPES } from "./static-host";

const INSTALLED = { timeout: 90_000 };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** WebKit sees a modified page: the proxy between its driver and the host injects scripts (`webkit/network.ts`). */
const BEGUN = ENGINE === "webkit" ? "/index.html" : "";

type Host = Awaited<ReturnType<typeof staticHost>>;

/** A first visit to a host, until the app is installed. */
async function firstVisit(host: Host): Promise<Page> {
  closing.push(host.stop);
  const session = await startSession(host.origin, { serviceWorker: true });
  closing.push(session.close);
  const page = await session.openAlone("/garch-model");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated", null, INSTALLED);
  return page;
}

/** The app's files stored on the device: SHA-256, content type and policy by address. */
const keptFiles = (page: Page) =>
  page.evaluate(async (begun) => {
    const name = (await caches.keys()).find((one) => one.includes("precache")) ?? "";
    const cache = await caches.open(name);
    const kept: Record<string, { digest: string; type: string | null; policy: string | null }> = {};
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      if (!response || new URL(request.url).pathname === begun) continue;
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
      kept[new URL(request.url).pathname] = {
        digest: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
        type: response.headers.get("Content-Type")?.split(";")[0] ?? null,
        policy: response.headers.get("Content-Security-Policy"),
      };
    }
    return kept;
  }, BEGUN);

/** The same for the files of a host. */
const filesOf = ({ folder, files }: Host, policy: string | null) =>
  Object.fromEntries(
    files
      .filter((file) => !/^\/(\.vite|screenshots)\/|^\/service-worker\.js$/.test(file) && file !== BEGUN)
      .map((file) => {
        const digest = createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex");
        return [file, { digest, type: TYPES[extname(file)], policy }];
      }),
  );

const times = ({ asked }: Host, path: string) => asked.filter((one) => one === path).length;

describe("the first installation", () => {
  it("fetches all files in one pack, and keeps each bit for bit, with its type and the host's policy", INSTALLED, async () => {
    const headers = securityHeaders();
    // Some hosts sandbox files of an unknown type.
    const host = await staticHost({ headers: (path) => (path.endsWith(".bin") ? { "Content-Security-Policy": "sandbox" } : headers) });
    const page = await firstVisit(host);
    expect(times(host, host.pack)).toBe(1);
    // Only the requests of the page itself.
    expect(host.asked.length).toBeLessThan(host.files.length / 2);
    expect(await keptFiles(page)).toEqual(filesOf(host, headers["Content-Security-Policy"]));
  });

  const damaged: readonly (readonly [what: string, damage: (path: string) => void])[] = [
    ["is not there", (path) => rmSync(path)],
    ["is torn", (path) => truncateSync(path, 900_000)],
    ["is no pack", (path) => writeFileSync(path, "<!doctype html><title>Prospect</title>")],
    ["is another one", (path) => writeFileSync(path, gzipSync('[["theme.js",9]]\nself.x=1;'))],
    [
      "has a bit flipped",
      (path) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte, at) => (at === 500_000 ? byte ^ 1 : byte)),
        ),
    ],
  ];
  const fetchesOneByOne = (cases: typeof damaged) =>
    it.each(cases)("fetches the files one by one where the pack %s", INSTALLED, async (_, damage) => {
      const host = await staticHost();
      damage(join(host.folder, host.pack));
      const page = await firstVisit(host);
      expect(await keptFiles(page)).toEqual(filesOf(host, null));
      expect(host.asked.length).toBeGreaterThan(host.files.length);
    });
  inLongRuns(() => fetchesOneByOne(damaged.slice(0, 1)));
  inAll(() => fetchesOneByOne(damaged.slice(1)));
});

it("for a new version fetches the changed files, and no pack", INSTALLED, async () => {
  const host = await staticHost();
  const page = await firstVisit(host);
  const theme = join(host.folder, "theme.js");
  writeFileSync(theme, `${readFileSync(theme, "utf8")}\n// a newer version\n`);
  const worker = join(host.folder, "service-worker.js");
  const before = readFileSync(worker, "utf8");
  const after = before.replace(/(revision:"|"revision":")[0-9a-f]{32}(",(url:|"url":)"theme\.js")/, "$1".concat("f".repeat(32), "$2"));
  expect(after).not.toBe(before);
  writeFileSync(worker, after);
  const from = host.asked.length;
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.waiting === null) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(host.asked.slice(from).filter((path) => path !== "/service-worker.js")).toEqual(["/theme.js"]);
});
