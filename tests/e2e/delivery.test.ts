import { describe, expect, inject, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { sharedSession, startSession } from "./browser";
import { staticHost } from "./static-host";

const session = sharedSession({ serviceWorker: "installed" });

describe("the production server", () => {
  it("isolates the page and admits nothing but its own files", async () => {
    const response = await fetch(inject("origin"));
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(response.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).toContain("connect-src 'self'");
  });

  it("answers every route with the app, and no page breaks the policy or throws", async () => {
    const { errors } = session.current;
    const from = errors.length;
    for (const path of ["/market-analysis", "/garch-model", "/risk", "/lyapunov", "/docs"]) {
      const page = await session.current.open(path);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      await page.close();
    }
    expect(errors.slice(from)).toEqual([]);
  });

  itInLongRuns("finishes installing the app even if the page that started it is closed at once", { timeout: 90_000 }, async () => {
    const visitor = await startSession(inject("origin"), { serviceWorker: true });
    const first = await visitor.openAlone("/");
    await first.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing));
    await first.close();
    const next = await visitor.openAlone("/");
    await next.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated", null, { timeout: 60_000 });
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  itInLongRuns("lets a page be left while it loads: it does not come back, and reports no error", async () => {
    const { context, origin, errors } = session.current;
    const from = errors.length;
    const page = await context.newPage();
    const next = `${origin}/favicon.svg`;
    // Each script is delayed a little more, so that some are always in flight when the page is left.
    await page.route("**/*.js", (route) =>
      new Promise((later) => setTimeout(later, 30)).then(() => route.continue()).catch(() => undefined),
    );
    for (let milliseconds = 100; milliseconds <= 900; milliseconds += 200) {
      await page.goto(`${origin}/market-analysis`, { waitUntil: "commit" });
      await page.waitForTimeout(milliseconds);
      // Navigates by the page itself, as a link does: its unload handlers may interfere.
      await page.evaluate((address) => location.assign(address), next);
      await page.waitForURL(next);
    }
    expect(errors.slice(from)).toEqual([]);
    await page.close();
  });

  it("has a link home on an unknown address", async () => {
    const page = await session.current.context.newPage();
    await page.goto(`${session.current.origin}/no-such-page`);
    await page.getByText("404 - Page Not Found").waitFor();
    await page.getByText("The page you're looking for doesn't exist.").waitFor();
    await page.getByRole("link", { name: "Return Home" }).click();
    await page.waitForURL(`${session.current.origin}/`);
    await page.close();
  });
});

it("fits on copied columns where the page is not cross-origin isolated: a deep link on a host without headers, first load", async () => {
  const host = await staticHost();
  const plain = await startSession(host.origin, { serviceWorker: true });
  try {
    const page = await plain.open("/garch-model");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page
      .getByRole("button", { name: /DM\/GBP/ })
      .first()
      .click();
    await page.getByText("1,974").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    await page.locator("canvas").first().waitFor();
    expect(plain.errors.filter((text) => !text.includes("404"))).toEqual([]);
  } finally {
    await plain.close();
    await host.stop();
  }
});
