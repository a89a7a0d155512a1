import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere } from "./audit";
import { choose, clipboardText, openEmpty, sharedSession, startSession } from "./browser";

const session = sharedSession();
const rows = (page: Page) => page.getByRole("table", { name: "Runs", exact: true }).getByRole("row");

/** The GARCH screen with the benchmark fitted with the default settings. */
async function fitted(): Promise<Page> {
  const page = await openEmpty(session.current, "/garch-model");
  await page.getByRole("button", { name: /DM\/GBP/ }).click();
  await page.getByText("1,974 values read").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Persistence", { exact: true }).first().waitFor();
  return page;
}

/** Starting from the default fit, runs one with the normal distribution. */
async function fitNormal(tool: Page): Promise<void> {
  await tool.getByRole("tab", { name: "Data Input" }).click();
  await choose(tool, "Distribution", "Normal");
  await tool.keyboard.press("Control+Enter");
}

/** The log-likelihood of a fit in the list of runs. */
const figuresOf = (page: Page): Promise<string> =>
  rows(page).filter({ hasText: "GARCH(1,1), Normal" }).getByRole("cell").filter({ hasText: "Log-likelihood" }).innerText();

/** The list of runs with both fits; they are made first if the test is retried without them. */
async function withRuns(): Promise<Page> {
  const page = await session.current.open("/runs");
  const none = page.getByText(/No runs yet/);
  await none.or(rows(page).nth(1)).first().waitFor();
  if (await none.isVisible()) {
    const tool = await fitted();
    await fitNormal(tool);
    await rows(page).nth(2).waitFor();
    await tool.close();
  }
  return page;
}

it("an empty list of runs says how to fill it", async () => {
  const page = await session.current.open("/runs");
  await page.getByText(/No runs yet/).waitFor();
  expect(await page.getByRole("link", { name: "Fit a GARCH model" }).getAttribute("href")).toBe("/garch-model");
  await page.close();
});

it("each fit is kept, repeats to the same bits, compares, and opens in its tool again", async () => {
  const tool = await fitted();
  const page = await session.current.open("/runs");
  await rows(page).nth(1).waitFor();
  await fitNormal(tool);
  // The other tab is updated without a reload.
  await page.getByText("GARCH(1,1), Normal", { exact: true }).waitFor();
  expect(await rows(page).count()).toBe(3);

  await page.getByRole("button", { name: "More for GARCH(1,1), Normal" }).click();
  await page.getByRole("menuitem", { name: "Run again and compare" }).click();
  await rows(page).getByText("Identical bit for bit.").waitFor();

  await page.getByRole("button", { name: "More for GARCH(1,1), Normal" }).click();
  await page.getByRole("menuitem", { name: "Add a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("before the crisis\n<b>thin</b> tails");
  await page.getByRole("button", { name: "Save note" }).click();
  await rows(page).getByText("<b>thin</b> tails").waitFor();
  await page.getByRole("textbox", { name: "Find" }).fill("crisis");
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole("textbox", { name: "Find" }).fill("");

  for (const box of await page.getByRole("checkbox", { name: /^Compare/ }).all()) await box.press("Space");
  const settings = page.getByRole("table", { name: "Settings" });
  await settings.waitFor();
  await page.getByRole("checkbox", { name: "Differences only" }).press("Space");
  expect(await settings.getByRole("row").allTextContents()).toEqual([
    expect.stringContaining("Item"),
    expect.stringMatching(/Distribution.*(Skewed-t.*Normal|Normal.*Skewed-t)/),
  ]);
  expect(await auditEverywhere(page)).toEqual([]);

  await tool.close();
  await page.getByRole("button", { name: /^Open GARCH\(1,1\), Skewed-t/ }).click();
  await page.getByText("1,974").first().waitFor();
  await page
    .getByRole("button", { name: /Distribution/ })
    .first()
    .getByText("Skewed-t")
    .waitFor();
  await page.close();
});

itInLongRuns("a run opens in its tool even if the tool is already shown with other data, from the search", async () => {
  await (await withRuns()).close();
  const page = await fitted();
  await page.getByRole("tab", { name: "Data Input" }).click();
  await page
    .getByRole("button", { name: /^Remove DM/ })
    .first()
    .click();
  await page.getByRole("textbox", { name: "Market Data" }).fill("1\n2\n3");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("GARCH(1,1), Normal");
  await page
    .getByRole("option", { name: /GARCH\(1,1\), Normal/ })
    .first()
    .click();
  await page.getByText("1,974 values read").waitFor();
  await page
    .getByRole("button", { name: /Distribution/ })
    .first()
    .getByText("Normal")
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/garch-model");
  await page.close();
});

it("a link carries settings, is removed from the address, and names what it does not understand", async () => {
  const page = await withRuns();
  await page.getByRole("button", { name: "More for GARCH(1,1), Normal" }).click();
  await page.getByRole("menuitem", { name: "Copy link to these settings" }).click();
  await page.getByText("Link copied").waitFor();
  const link = await clipboardText(page);
  expect(link).toMatch(/\/garch-model#s=[A-Za-z0-9_-]+$/);
  expect(link.length).toBeLessThan(600);
  await page.goto(link);
  await page.getByText("Settings loaded from link").waitFor();
  await page
    .getByRole("button", { name: /Distribution/ })
    .first()
    .getByText("Normal")
    .waitFor();
  expect(new URL(page.url()).hash).toBe("");
  // On a screen they do not belong to, they would take effect unexpectedly later.
  await page.goto(link.replace("/garch-model", "/markov-regime"));
  await page.getByText("belong to another screen").waitFor();
  await page.goto(link.replace("/garch-model", "/settings"));
  await page.getByText("This screen takes no settings from a link").waitFor();
  await page.goto(`${link.slice(0, -12)}`);
  await page.getByText(/settings in this link cannot be read/).waitFor();
  await page.close();
});

it("a link with data is asked about, fills settings and data field, and gives the same bits to a visitor who has neither", async () => {
  const page = await withRuns();
  await page.getByRole("button", { name: "More for GARCH(1,1), Normal" }).click();
  await page.getByRole("menuitem", { name: "Copy link with the data" }).click();
  await page.getByText("whoever has the link has both").waitFor();
  const link = await clipboardText(page);
  expect(link).toMatch(/\/garch-model#s=[A-Za-z0-9_-]+$/);
  expect(link.length).toBeLessThan(20_000);
  const figures = await figuresOf(page);
  expect(figures).toContain("Log-likelihood");
  await page.close();

  const visitor = await startSession(session.current.origin);
  const stranger = await visitor.openAlone("/garch-model");
  await stranger.goto(link);
  const dialog = stranger.getByRole("alertdialog", { name: "Open a link with data" });
  await dialog.getByText(/This link replaces \d+ settings of GARCH Model Analysis and the contents of its data fields/).waitFor();
  expect(new URL(stranger.url()).hash).toBe("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await stranger.getByRole("textbox", { name: "Market Data" }).inputValue()).toBe("");
  await stranger.goto(link);
  await dialog.getByRole("button", { name: "Use settings and data" }).click();
  await stranger.getByText("1,974 values read").waitFor();
  await stranger.keyboard.press("Control+Enter");
  await stranger.getByText("Persistence", { exact: true }).first().waitFor();
  await stranger.goto(`${session.current.origin}/runs`);
  expect(await figuresOf(stranger)).toBe(figures);
  await visitor.close();
});

itInLongRuns("a file brings settings to another screen's data field, and asks before applying them", async () => {
  const page = await withRuns();
  await page.getByRole("button", { name: "More for GARCH(1,1), Normal" }).click();
  await page.getByRole("menuitem", { name: /Share as a file/ }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  expect(download.suggestedFilename()).toBe("garch-model-settings.json");
  const text = await readFile(await download.path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({ screen: "garch-model", settings: { distribution: "normal" } });
  expect(text).not.toContain("DM/GBP");
  await page.goto(new URL("/lyapunov", page.url()).href);
  const box = page.getByRole("textbox", { name: "Market Data" });
  await box.fill("1\n2\n3");
  await box.evaluate((target, content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "theirs.json"));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
  await page.getByText(/theirs\.json replaces \d+ settings of GARCH Model Analysis/).waitFor();
  expect(await box.inputValue()).toBe("1\n2\n3");
  await page.getByRole("button", { name: "Use these settings" }).click();
  await page.getByText("Settings loaded from file").waitFor();
  expect(new URL(page.url()).pathname).toBe("/garch-model");
  await page
    .getByRole("button", { name: /Distribution/ })
    .first()
    .getByText("Normal")
    .waitFor();
  await page.close();
});

itInLongRuns("a removed run is restored by Undo", async () => {
  const page = await withRuns();
  await rows(page).nth(2).waitFor();
  await page.getByRole("button", { name: "More for GARCH(1,1), Normal" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.close();
});

itInLongRuns("clients keep portfolios of loaded series after a reload, in both themes and at three widths", async () => {
  await (await fitted()).close();
  const page = await session.current.open("/clients");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Portfolio Management");
  await page.getByRole("button", { name: "Add client" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add portfolio to Ada Lovelace" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Currencies");
  await page.getByRole("button", { name: /Add a dataset/ }).click();
  await page.getByRole("option", { name: /DM\/GBP/ }).click();
  await page.getByRole("textbox", { name: /^Weight of DM\/GBP/ }).fill("60");
  await page.keyboard.press("Tab");
  await page.getByText("Weights 60.00% · cash 40.00%").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("row", { name: /Currencies.*DM\/GBP benchmark 60\.0%.*40\.0%/ }).waitFor();
  expect(await auditEverywhere(page)).toEqual([]);
  await page.close();
});
