import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, it, onTestFinished } from "vitest";
import { folder } from "../node/command";
import { contractFolder, startHost } from "../node/host";
import { sharedSession } from "./browser";

const session = sharedSession({ serviceWorker: true });

async function send(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: / Request$/ }).click();
  await page.getByRole("option", { name: title }).click();
  await page.getByRole("button", { name: "Test API" }).click();
}

it("API Test: the specification's requests, sent to a host of `prospect serve`", async () => {
  const cwd = folder();
  const data = contractFolder(cwd);
  // What the screen asks for unless another name is written.
  copyFileSync(join(data, "Oil.csv"), join(data, "WTI crude oil.csv"));
  const host = await startHost(cwd, "--portfolio", "portfolio.csv");
  onTestFinished(async () => void (await host.stop()));
  const page = await session.current.open("/test-api");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole("button", { name: /Server/ }).click();
  await page.getByRole("option", { name: "A host of your own" }).click();
  await page.getByLabel("Base URL").fill(host.url);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await reloaded;
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
  // It came of the host: this browser has no portfolio.
  writeFileSync(join(cwd, "portfolio.csv"), "symbol,weight\nNowhere,1\n");
  await send(page, "Portfolio Risk");
  await page
    .getByText(/No dataset \\?"Nowhere/)
    .first()
    .waitFor();
  await page.close();
});
