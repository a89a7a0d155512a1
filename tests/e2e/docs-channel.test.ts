import type { Page } from "playwright";
import { expect, it } from "vitest";
import { sharedSession } from "./browser";
import { socketServer } from "./socket-server";

/* The live parts of the API documentation on a device that has made no calls yet. */
const session = sharedSession({ serviceWorker: "installed" });
const guideOf = (page: Page) => page.getByRole("region", { name: "WebSocket Integration Guide" });
const figures = (page: Page) => page.locator("main").innerText();

async function choose(page: Page, list: RegExp, option: string): Promise<void> {
  await page.getByRole("button", { name: list }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

it("shows the specification's figures as samples until the first call", async () => {
  const page = await session.current.open("/docs");
  await page.getByText("156ms").waitFor();
  expect(await figures(page)).toMatch(/Model Latency\s+Sample\s+156ms/);
  expect(await figures(page)).toMatch(/5,234 \/ 100,000 requests\s+Sample/);
  expect(await figures(page)).toMatch(/WebSocket\s+Simulator/);
  await page.getByRole("button", { name: "Try it: Validate Key" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("156ms").waitFor({ state: "detached" });
  expect(await figures(page)).toMatch(/0 \/ 100,000 requests(?!\s+Sample)/);
  await page.close();
});

it("the guide's channel is simulated, by streams too, and every message says so", async () => {
  const page = await session.current.open("/docs");
  const guide = guideOf(page);
  await choose(page, /^(Trades and quotes|All streams)/, "All streams");
  await guide.getByRole("button", { name: "Subscribe", exact: true }).click();
  // The last block of the guide.
  const shown = guide.locator("pre").last();
  const types = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const line of (await shown.innerText()).split("\n").filter((text) => text.startsWith("{"))) {
          const message = JSON.parse(line) as { type: string; simulated: boolean };
          if (message.simulated) types.add(message.type);
        }
        return [...types].sort();
      },
      { timeout: 20_000 },
    )
    .toEqual(["model_prediction", "portfolio_update", "quote", "system_health", "trade"]);
  await guide.getByRole("button", { name: "Close" }).click();
  // A single stream.
  await choose(page, /^(Trades and quotes|All streams)/, "system.health");
  await guide.getByRole("button", { name: "Subscribe", exact: true }).click();
  await shown.getByText(/"type":"system_health"/).waitFor();
  expect(await shown.innerText()).not.toMatch(/"type":"(?!system_health)/);
  await page.close();
});

it("follows the host of the settings with the key entered for it, which is never in an address", async () => {
  const server = await socketServer((visitor) => visitor.say({ type: "trade", symbol: "SPY", price: 7 }));
  try {
    const page = await session.current.open("/docs");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByPlaceholder("Enter your API key").fill("a key of this device");
    await choose(page, /Server/, "A host of your own");
    await page.getByRole("textbox", { name: "Base URL" }).fill(new URL(server.page).origin);
    await page.getByRole("button", { name: "Use", exact: true }).click();
    const guide = guideOf(page);
    const subscribe = guide.getByRole("button", { name: "Subscribe", exact: true });
    await guide.getByText("This host needs an API key").waitFor();
    expect(await subscribe.isDisabled()).toBe(true);
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).click();
    await reloaded;
    await page.getByPlaceholder("Enter your API key").fill("a key of the host");
    await guide.getByLabel("Symbol").fill("SPY");
    await subscribe.click();
    await guide.getByText(/"type":"trade","symbol":"SPY","price":7/).waitFor();
    expect(await figures(page)).toMatch(/WebSocket\s+Connected/);
    expect(server.visitors.map(({ path }) => path)).toEqual(["/v1/market-data"]);
    await expect
      .poll(() => server.visitors[0].texts.map((text) => JSON.parse(text)))
      .toEqual([
        { action: "authenticate", apiKey: "a key of the host" },
        { action: "subscribe", symbols: ["SPY"], channels: ["trades", "quotes"] },
      ]);
    // A different key closes the channel.
    await page.getByPlaceholder("Enter your API key").fill("another");
    await guide.getByText("closed", { exact: true }).waitFor();
    await page.close();
  } finally {
    await server.stop();
  }
});
