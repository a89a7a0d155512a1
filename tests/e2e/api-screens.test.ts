import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere } from "./audit";
import { sharedSession } from "./browser";

const session = sharedSession({ serviceWorker: "installed" });

const request = (page: Page) => page.getByRole("button", { name: / Request$/ });
async function choose(page: Page, title: string): Promise<void> {
  await request(page).click();
  await page.getByRole("option", { name: title }).click();
}
const responseOf = (page: Page) => page.getByRole("region", { name: "Response" }).first();

it("API Test: creates a key with a token of this device, and sends the five requests of the specification with it", async () => {
  const page = await session.current.open("/test-api");
  const test = page.getByRole("button", { name: /^(Test API|Loading\.\.\.)/ });
  const key = page.getByPlaceholder("Enter your API key");
  await page.getByText("/v1/auth/generate-key").first().waitFor();
  expect([await test.isDisabled(), await key.inputValue()]).toEqual([true, ""]);
  await request(page).click();
  await page.getByRole("option", { name: "Portfolio Risk" }).waitFor();
  const titles = await page.getByRole("option").evaluateAll((options) => options.map((option) => option.textContent ?? ""));
  const five = ["Generate API Key", "Validate Key", "Create Strategy", "Market Summary", "Portfolio Risk"];
  expect(titles.slice(0, 5).map((title, i) => title.startsWith(five[i]))).toEqual(Array(5).fill(true));
  expect(titles).toHaveLength(14);
  await page.keyboard.press("Escape");

  await key.fill("no such token");
  expect(await key.getAttribute("type")).toBe("password");
  await test.click();
  await page.getByRole("alert").getByText("HTTP error! status: 401").waitFor();
  await page.getByRole("button", { name: "New access token" }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=password]")?.value.startsWith("token_"));
  await test.click();
  await page.getByText("Status 201").waitFor();
  await page.getByRole("button", { name: "Use this key" }).click();
  const secret = await key.inputValue();
  expect(secret).toMatch(/^prospect_[0-9a-f]{64}$/);

  await choose(page, "Validate Key");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Status 200").waitFor();
  await page.getByText('"valid": true').waitFor();
  await page.getByText("matches its schema").waitFor();
  await page.getByRole("radio", { name: "Tree" }).click();
  await responseOf(page).getByText("rate_limit").waitFor();
  await page.getByRole("radio", { name: "Raw" }).click();
  await choose(page, "Create Strategy");
  const body = page.getByLabel("Body");
  expect(JSON.parse(await body.inputValue())).toMatchObject({
    parameters: { lookback_period: 20, entry_threshold: 2, exit_threshold: 0.5 },
    risk_constraints: { max_position_size: 100_000, stop_loss: 0.02 },
  });
  await body.fill("{ no json");
  await page.getByText(/This is not JSON/).waitFor();
  expect(await test.isDisabled()).toBe(true);
  await page.getByText("Matches the schema").waitFor();
  await body.fill('{"name": "A"}');
  await page.getByText("Does not match the schema: type is missing").waitFor();
  await test.click();
  await page.getByRole("alert").getByText("HTTP error! status: 422").waitFor();
  await page.getByText('"field": "type"').waitFor();
  await choose(page, "Market Summary");
  await test.click();
  await page.getByRole("alert").getByText("HTTP error! status: 404").waitFor();
  await choose(page, "Portfolio Risk");
  await test.click();
  await page.getByText(/No portfolio yet/).waitFor();

  // The list of sent requests, without keys; one is sent again.
  expect(await page.getByRole("button", { name: /^Send .* again/ }).count()).toBe(6);
  await page.getByRole("button", { name: /Send Validate Key again/ }).click();
  await responseOf(page).getByText("Status 200").waitFor();
  const shown = await page.evaluate(() => document.body.innerText);
  expect(shown).toContain("$PROSPECT_API_KEY");
  expect(shown).not.toContain(secret.slice(-20));
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href, performance.getEntries()]));
  expect(stored).not.toContain(secret.slice(-20));
  // A toast that is closing has no accessible name.
  await page.getByText(/The key field contains an access token/).waitFor({ state: "detached" });
  expect(await auditEverywhere(page)).toEqual([]);
  await page.close();
});

it("API documentation: shows what the specification names, live figures, and tries an operation", async () => {
  // Reloaded: the previous screen's key is only in the page's memory.
  const page = await session.current.openAlone("/docs");
  await page.getByText("/v1/auth/generate-key").first().waitFor();
  const text = await page.locator("main").innerText();
  for (const words of [
    "LLM Status",
    "Model Latency",
    "WebSocket",
    "/ 100,000 requests",
    "every 6h",
    "100k",
    "in 2h 15m",
    "WebSocket Integration Guide",
  ]) {
    expect(text).toContain(words);
  }
  const expected = {
    Authentication: ["/v1/auth/generate-key", "/v1/auth/validate"],
    "Strategy Management": ["/v1/strategies", "/v1/strategies/{id}", "/v1/backtest"],
    "Market Data": ["/v1/data/historical", "/v1/data/summary"],
    "Risk Management": ["/v1/risk/portfolio", "/v1/risk/limits"],
    Analyses: ["/api/market-curiosity/analyze", "/api/markov-regime", "/api/lyapunov", "/v1/volatility/fit"],
  };
  for (const [tab, paths] of Object.entries(expected)) {
    await page.getByRole("tab", { name: tab }).click();
    for (const path of paths) await page.getByText(path, { exact: true }).first().waitFor();
  }
  await page.getByRole("tab", { name: "Authentication" }).click();
  await page.getByRole("button", { name: "Try it: Validate Key" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("alert").getByText("HTTP error! status: 401").waitFor();
  const simulated = page.getByRole("region", { name: "WebSocket Integration Guide" });
  await simulated.getByLabel("Symbol").fill("<b>SPY</b>");
  await simulated.getByRole("button", { name: "Subscribe", exact: true }).click();
  await simulated.getByText(/"type":"trade","symbol":"<b>SPY<\/b>"/).waitFor();
  const socket = page.locator("main dl > div, main div").filter({ hasText: /^WebSocketSimulatorthe guide's channel is open$/ });
  await socket.first().waitFor();
  await simulated.getByRole("button", { name: "Close" }).click();
  await socket.first().waitFor({ state: "detached" });
  // Then the methods: each with its formula, source and test, and the result of its self-check on this device.
  const methods = page.getByRole("region", { name: "Methods", exact: true });
  await methods.getByText(/^1–10 of \d{3}$/).waitFor();
  await methods.getByRole("textbox", { name: "Find a method" }).fill("rsi wilder");
  await methods.getByRole("heading", { name: "Relative strength index (RSI)", exact: true }).waitFor();
  await methods
    .getByText(/maximum error .+ \(tolerance .+\), against/)
    .first()
    .waitFor({ timeout: 100_000 });
  await methods.getByRole("textbox", { name: "Find a method" }).fill("no such method");
  await methods.getByText("No methods found").waitFor();
  await methods.getByRole("textbox", { name: "Find a method" }).fill("");
  await simulated.getByText("closed", { exact: true }).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "openapi.json" }).click();
  expect((await saving).suggestedFilename()).toBe("openapi.json");
  for (const [button, file] of [
    ["Postman collection", "prospect.postman_collection.json"],
    ["TypeScript client", "prospect-client.ts"],
  ]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
    expect(download.suggestedFilename()).toBe(file);
  }
  expect(await auditEverywhere(page)).toEqual([]);
  await page.close();
});

itInLongRuns("reaches a host the user has added, and no other", async () => {
  const seen: string[] = [];
  const server = createServer((asked, reply) => {
    const cors = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "*",
      "Content-Type": "application/json",
      "Cross-Origin-Resource-Policy": "cross-origin",
    };
    reply.writeHead(asked.method === "OPTIONS" ? 204 : 200, cors);
    if (asked.method !== "OPTIONS") seen.push(`${asked.method} ${asked.url} ${asked.headers["x-api-key"]}`);
    reply.end(asked.method === "OPTIONS" ? "" : '{"valid":true,"from":"the host"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const page = await session.current.open("/test-api");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const reach = () =>
      page.evaluate(
        (address) =>
          fetch(address).then(
            ({ ok }) => ok,
            () => false,
          ),
        `${host}/direct`,
      );
    expect(await reach()).toBe(false);
    await page.getByRole("button", { name: /Server/ }).click();
    await page.getByRole("option", { name: "A host of your own" }).click();
    await page.getByLabel("Base URL").fill("ftp://host");
    await page.getByText(/Enter an address that begins with https/).waitFor();
    await page.getByLabel("Base URL").fill(host);
    await page.getByRole("button", { name: "Use", exact: true }).click();
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).click();
    await reloaded;
    await page.getByPlaceholder("Enter your API key").fill("a key of the host");
    await choose(page, "Validate Key");
    await page.getByRole("button", { name: "Test API" }).click();
    await page.getByText('"from": "the host"').waitFor();
    expect(seen).toEqual(["GET /v1/auth/validate a key of the host"]);
    // Adding a host does not admit another port.
    expect(
      await page.evaluate(() =>
        fetch("http://127.0.0.1:9/").then(
          () => true,
          () => false,
        ),
      ),
    ).toBe(false);
    await page.getByRole("button", { name: /Server/ }).click();
    await page.getByRole("option", { name: "This browser (offline)" }).click();
    await page.waitForFunction(() => localStorage.getItem("prospect.settings")?.includes('"apiHost":""'));
    await page.reload();
    await page.locator("main h1").waitFor();
    expect(await reach()).toBe(false);
    await page.close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
