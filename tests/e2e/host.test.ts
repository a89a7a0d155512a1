import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, it, onTestFinished } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { dateOf, folder, jsonOf, prices, run, writePrices } from "../node/command";
import { contractFolder, keyOf, startHost } from "../node/host";
import { auditEverywhere } from "./audit";
import { choose, sharedSession } from "./browser";

const session = sharedSession({ serviceWorker: "installed" });

async function send(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: / Request$/ }).click();
  await page.getByRole("option", { name: title }).click();
  await page.getByRole("button", { name: "Test API" }).click();
}

/** Has the page use a host from its next load on. */
async function useHost(page: Page, url: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole("button", { name: /Server/ }).click();
  await page.getByRole("option", { name: "A host of your own" }).click();
  await page.getByLabel("Base URL").fill(url);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await reloaded;
}

it("API Test: the specification's requests, sent to a host of `prospect serve`", async () => {
  const cwd = folder();
  const data = contractFolder(cwd);
  // The name the screen uses unless another is entered.
  copyFileSync(join(data, "Oil.csv"), join(data, "WTI crude oil.csv"));
  const host = await startHost(cwd, "--portfolio", "portfolio.csv");
  onTestFinished(async () => void (await host.stop()));
  const page = await session.current.open("/test-api");
  await useHost(page, host.url);
  const key = page.getByPlaceholder("Enter your API key");
  await key.fill(host.token);
  await send(page, "Generate API Key");
  await page.getByText("Status 201").waitFor();
  await page.getByRole("button", { name: "Use this key" }).click();
  expect(await key.inputValue()).toMatch(/^prospect_[0-9a-f]{64}$/);
  for (const [title, status, shown] of [
    ["Validate Key", 200, '"valid": true'],
    ["Create Strategy", 201, '"strategy_id"'],
    ["Market Summary", 200, '"last_price"'],
    ["Portfolio Risk", 200, '"var_95"'],
  ] as const) {
    await send(page, title);
    await page.getByText(`Status ${status}`).waitFor();
    await page.getByText(shown).first().waitFor();
    await page.getByText("matches its schema").waitFor();
  }
  // The answer comes from the host, as this browser has no portfolio.
  writeFileSync(join(cwd, "portfolio.csv"), "symbol,weight\nNowhere,1\n");
  await send(page, "Portfolio Risk");
  await page
    .getByText(/No dataset \\?"Nowhere/)
    .first()
    .waitFor();
  await page.close();
});

/** The digest of all answers, once shown. */
async function digestOf(page: Page): Promise<string> {
  await page.getByText("of all answers").waitFor();
  await page.getByRole("button", { name: "About Digest" }).click();
  const text = await page.getByRole("dialog").innerText();
  await page.keyboard.press("Escape");
  return /[0-9a-f]{64}/.exec(text)?.[0] ?? "";
}

itInLongRuns(
  "Batch: the same plan on a host has the same digest, for data that are sent and for data stored there; it can be canceled and resumed",
  async () => {
    const cwd = folder();
    const data = contractFolder(cwd);
    const host = await startHost(cwd);
    onTestFinished(async () => void (await host.stop()));
    const api = await session.current.open("/test-api");
    await useHost(api, host.url);
    await api.close();
    const page = await session.current.open("/batch");
    const calls: string[] = [];
    page.on(
      "request",
      (request) => request.url().startsWith(host.url) && calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const start = page.getByRole("button", { name: /^Run Batch/ }).first();
    const computedOn = async (name: string | RegExp) => {
      await page.getByRole("button", { name: /Computed on/ }).click();
      await page.getByRole("option", { name }).click();
    };
    // Column names that a spreadsheet would treat as formulas.
    const columns = Array.from({ length: 4 }, (_, k) => prices(k, 300));
    const rows = columns[0].map((_, row) => [dateOf(row), ...columns.map((column) => column[row])].join(","));
    const text = `Date,=SPY,+A,-B,@C\n${rows.join("\n")}\n`;
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "signs.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page
      .getByText(/values read/)
      .first()
      .waitFor();
    // Without a key nothing is sent.
    await start.click();
    await page.getByText("Enter an API key of the host").waitFor();
    expect(calls).toEqual([]);
    await computedOn("This device");
    await start.click();
    const here = await digestOf(page);
    expect(calls).toEqual([]);
    await computedOn(/127\.0\.0\.1/);
    await page.getByPlaceholder("Enter your API key").fill(await keyOf(host, "backtest", "data"));
    await start.click();
    await expect.poll(() => calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(1);
    expect(await digestOf(page)).toBe(here);
    expect(calls).toContain("POST /v1/uploads");

    for (let k = 0; k < 300; k++) writePrices(join(data, `many${k}.csv`), k, 400);
    await page.getByLabel("Files on the host").fill("many*.csv");
    await choose(page, "Distribution", "Student's t");
    await start.click();
    const table = page.getByRole("table", { name: "Results by series" });
    await page.getByText(/^of 300 series$/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/Stopped after \d+ of 300 series/).waitFor();
    await expect.poll(() => calls.filter((call) => call.startsWith("DELETE")).length).toBeGreaterThan(2);
    await page.getByRole("button", { name: "Resume" }).click();
    const there = await digestOf(page);
    expect(await table.getAttribute("aria-rowcount")).toBe("301");
    writeFileSync(join(cwd, "plan.json"), JSON.stringify({ data: ["data/many*.csv"], question: "garch", settings: { distribution: "t" } }));
    const { summary } = jsonOf(await run(cwd, "run", "plan.json", "--json", "-o", "rows.csv"));
    expect(there).toBe(summary.digest);
    await page.getByRole("button", { name: "Open many0 in its tool" }).click();
    await page.getByRole("heading", { level: 1, name: "GARCH Model Analysis" }).waitFor();
    await page.getByText(/400 values read/).waitFor();
    await page.getByText(/many0/).first().waitFor();
    expect(calls).toContain("POST /v1/series");
    await page.close();
  },
);

itInLongRuns("the status page of a host shows batches and reasons, without a script, in both themes", async () => {
  const cwd = folder();
  const data = contractFolder(cwd);
  const host = await startHost(cwd);
  onTestFinished(async () => void (await host.stop()));
  writePrices(join(data, "<b>short.csv"), 1, 30);
  const headers = { "X-API-Key": await keyOf(host, "backtest"), "Content-Type": "application/json" };
  const body = JSON.stringify({ question: "garch", data: ["*.csv"] });
  await fetch(`${host.url}/v1/batches`, { method: "POST", headers, body });
  const page = await session.current.openAlone("/");
  await page.goto(`${host.url.replace("//", `//operator:${host.token}@`)}/status`);
  await page.getByRole("table", { name: "Batches" }).getByRole("cell", { name: "done", exact: true }).waitFor();
  await page.getByText(/<b>short\.csv: .*at least 100 data points are needed/).waitFor();
  expect(await page.locator("script").count()).toBe(0);
  // Without automatic refresh during the checks.
  await page.route("**/status", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, "") });
  });
  await page.reload();
  await page.getByRole("table", { name: "Batches" }).waitFor();
  expect(await auditEverywhere(page)).toEqual([]);
  await page.close();
});
