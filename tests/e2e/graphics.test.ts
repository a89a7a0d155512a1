import type { Page } from "playwright";
import { expect, it } from "vitest";
import { ENGINE, priceList, startSession } from "./browser";
import { hostOfEngine } from "./engine-host";

/**
 * Chromium's GPU in tests is emulated, and the app uses no GPU that is emulated or slower than its threads. So here it hides what it is,
 * and there are no threads to spare.
 */
const REAL = `
  if (globalThis.GPUAdapterInfo) Object.defineProperty(GPUAdapterInfo.prototype, "isFallbackAdapter", { get: () => false });
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 1 });
`;

const ONLY = "a graphics processor, which Chromium alone imitates";

async function openLong(page: Page) {
  const buffer = Buffer.from(`price\n${priceList(23_500, 4)}\n`);
  await page.locator('input[type="file"]').first().setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer });
  await page.getByText("23,500 values read").first().waitFor();
  await page.getByRole("button", { name: "Run Analysis" }).first().click();
  return page.getByRole("region", { name: "Pattern Analysis" });
}

async function visit(script: string, work: (open: (path: string) => Promise<Page>) => Promise<void>): Promise<void> {
  const host = await hostOfEngine(script);
  const session = await startSession(host.origin, { graphics: true });
  try {
    await work(session.openAlone);
    expect(session.errors.filter((text) => !text.includes("404"))).toEqual([]);
  } finally {
    await session.close();
    await host.stop();
  }
}

it("a GPU compares the windows of a long series, and the page says that it did", async ({ skip }) => {
  if (ENGINE !== "chromium") skip(ONLY);
  await visit(REAL, async (open) => {
    const page = await open("/market-curiosity");
    const chart = await openLong(page);
    await chart.getByText(/^Computed by GPU \(google swiftshader\), re-checked in 64 bits: largest difference \d\.\dE−\d\.$/).waitFor();
    await chart.getByText(/^\d+\.\d% of window pairs compared/).waitFor();
    await chart.getByRole("button", { name: "Stop" }).click();
    await chart.getByRole("button", { name: "Continue" }).waitFor();
    await page.getByRole("button", { name: "Discord 5" }).waitFor();
    const features = await open("/dashboard");
    await features.getByRole("tab", { name: "Features" }).click();
    await features.getByText("google swiftshader: compares the windows of long series").waitFor();
  });
});

it("one that is emulated, or slower than the threads, is not used", async ({ skip }) => {
  if (ENGINE !== "chromium") skip(ONLY);

  for (const script of ["", REAL.replace("() => 1 ", "() => 9 ")]) {
    await visit(script, async (open) => {
      const chart = await openLong(await open("/market-curiosity"));
      await chart.getByText("Window pairs compared: 100%, all 23,500 rows.").waitFor();
      await chart.getByText("Computed by CPU threads.").waitFor();
    });
  }
});
