import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterEach, expect, it } from "vitest";
import { fillClipboard, priceList, type Session, startSession } from "./browser";
import { staticHost } from "./static-host";

/** The app is installed to disk, which may be slow if others use it too. */
const ON_DISK = { timeout: 90_000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Host = Awaited<ReturnType<typeof staticHost>>;

async function visit(): Promise<{ host: Host; session: Session; page: Page }> {
  const host = await staticHost();
  closing.push(host.stop);
  const session = await startSession(host.origin, { clipboard: true, serviceWorker: true, onDisk: true });
  closing.unshift(session.close);
  const page = await session.open("/garch-model");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, ON_DISK);
  return { host, session, page };
}

async function takesNewVersion(host: Host, page: Page): Promise<void> {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.reload();
  await page.locator("main h1").first().waitFor();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // What a deployment changes from the browser's view: the bytes of the service worker.
  appendFileSync(join(host.folder, "service-worker.js"), "\n// a newer version\n");
  await page.evaluate(async () => {
    Object.assign(window, { sameVisit: true });
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.waiting === null) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(await page.evaluate(() => "sameVisit" in window)).toBe(true);
  // While a job runs, it asks to wait instead.
  await expect
    .poll(
      async () => {
        await page
          .getByRole("button", { name: "Reload", exact: true })
          .click({ timeout: 2000 })
          .catch(() => undefined);
        return page.evaluate(() => "sameVisit" in window).catch(() => true);
      },
      { timeout: 90_000, interval: 1000 },
    )
    .toBe(false);
  await page.locator("main h1").first().waitFor();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
}

/** Files of the build for which the page gets no response. */
async function missingFiles(host: Host, page: Page): Promise<string[]> {
  const files = host.files.filter((file) => !/^\/(\.vite|screenshots)\/|^\/service-worker\.js$/.test(file));
  return page.evaluate(async (asked) => {
    const answers = await Promise.all(
      asked.map((file) =>
        fetch(file).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return asked.filter((_, i) => !answers[i]);
  }, files);
}

// All claims in one test, as installing the whole app to disk takes long.
it("on a host that only hands out files is isolated from the second load on, takes a new version when told to, and once the network is cut opens every route cold, with every file of the build, and fits what is pasted", {
  timeout: 300_000,
}, async () => {
  const { host, session, page } = await visit();
  await takesNewVersion(host, page);
  await fillClipboard(page, priceList(1_500));
  await host.stop();
  await session.context.setOffline(true);
  await page.close();
  // A linking page may put its own address in the query.
  for (const path of ["/market-analysis?from=https://a.example/b.html", "/", "/no/such/page"]) await (await session.open(path)).close();
  const offline = await session.open("/garch-model");
  expect(await missingFiles(host, offline)).toEqual([]);
  await offline.getByRole("textbox", { name: "Market Data" }).focus();
  await offline.keyboard.press("Control+V");
  await offline.getByText("1,500").first().waitFor(ON_DISK);
  await offline.keyboard.press("Control+Enter");
  await offline.getByText("Persistence", { exact: true }).first().waitFor();
  await offline.locator("canvas").first().waitFor();
  expect(await offline.evaluate(() => navigator.onLine)).toBe(false);
});
