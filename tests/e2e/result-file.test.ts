import type { Page } from "playwright";
import { expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { sharedSession } from "./browser";
import { drop, forgedResult, save } from "./exported";

const session = sharedSession();
/** Someone else on their second visit: the app installed, no data, and offline. */
const stranger = sharedSession({ serviceWorker: "installed" });

type Run = Record<"screen" | "title" | "settings" | "input", string>;

/** The same run, with settings it was not computed with. */
const withSettings = (run: Run): Run => ({
  ...run,
  settings: JSON.stringify({ ...JSON.parse(run.settings), distribution: "t", maxIterations: 500 }),
  title: "GARCH(1,1), Student's t",
});

interface Forged {
  run: Run;
  figures: { label: string; value: unknown; path: string | null }[];
}

const sameRun = (run: Run): Run => run;

/** A forged result file, unsigned. */
const forged = (result: Buffer, change: (run: Run) => Run, rest: (document: Forged) => void = () => undefined): Promise<Buffer> =>
  forgedResult<Forged & { run: Run }>(result, (document) => {
    document.run = change(document.run);
    rest(document);
  });

/** The headline figures as shown on the GARCH screen. */
const figuresOf = (page: Page) => page.locator("main [data-report=results] dd").allInnerTexts();

it("a signed result opens elsewhere, offline and unchanged; the signature holds, and one changed digit of its report is named", async () => {
  const page = await session.current.open("/settings");
  await page.getByRole("button", { name: "Create key" }).click();
  const fingerprint = await page.getByLabel("Signing key", { exact: true }).locator("dd").nth(1).innerText();
  await page.goto(`${session.current.origin}/garch-model`);
  await page.getByRole("button", { name: "WTI crude oil" }).first().click();
  await page.getByRole("button", { name: /Run Analysis/ }).click();
  await page.getByText("Conditional volatility", { exact: true }).first().waitFor();
  const result = await save(page, /Result with its data/);
  const report = (await save(page, /Report \(HTML\)/)).toString("utf8");
  // Saving a report waits for all parts of the result.
  const figures = (await figuresOf(page)).slice(0, 8);

  const there = await stranger.current.open("/");
  await there.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // A font still loading when the network is cut would be missing, and a legend with σ would be a pixel off.
  await there.evaluate(() => document.fonts.load("12px 'Inter Variable'", "σ").then(String, String));
  await there.waitForFunction(() => document.fonts.check("12px 'Inter Variable'", "σ"));
  await stranger.current.context.setOffline(true);
  // The report contains the data; nothing of it is on this device yet.
  const dialog = there.getByRole("alertdialog", { name: /^(Open a result|Check a report)$/ });
  await drop(there, Buffer.from(report), "report.html");
  await dialog.getByText(/^Recomputed: all [\d,]+ values are the same to the last bit$/).waitFor();
  expect(await dialog.innerText()).toContain("The signature is valid");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  await drop(there, await forged(result, (run) => ({ ...run, screen: "/risk-management" })), "renamed.zip");
  await dialog.getByText("The file names Risk Management as its screen, but its question (GARCH fit) belongs to GARCH Model").waitFor();
  expect(await dialog.getByRole("button", { name: "Open", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  await drop(
    there,
    await forged(result, (run) => ({ ...run, input: JSON.stringify({ ...JSON.parse(run.input), values: null }) })),
    "null.zip",
  );
  await dialog.getByText("The question in this file cannot be computed: part of it is missing or was changed.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  await drop(there, await forged(result, withSettings), "theirs.zip");
  await dialog.getByText("2 settings in the file differ from the recomputed question: Max iterations, Distribution").waitFor();
  await dialog.getByRole("button", { name: /^Settings/ }).click();
  const settings = dialog.getByRole("table", { name: "Settings" }).getByRole("row", { name: "Distribution" });
  expect((await settings.innerText()).replace(/\s+/g, " ")).toMatch(/^Distribution t skewt .*differs$/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  await drop(there, result, "oil.zip");
  await dialog.getByText(/^Recomputed: all [\d,]+ values are the same to the last bit$/).waitFor();
  expect(await dialog.innerText()).toContain("The signature is valid");
  expect((await dialog.innerText()).replace(/\s/g, "")).toContain(fingerprint.replace(/\s/g, ""));
  expect(await dialog.innerText()).toContain("No setting in the file differs from the recomputed question");
  // Details that do not fit in the dialog, such as a figure's path in the result, are collapsed into a line below it.
  const rows = await dialog.getByRole("table", { name: "Figures" }).getByRole("row").allInnerTexts();
  const verdicts = rows.slice(1).filter((row) => !/^(Recomputed|Value compared)/.test(row));
  expect(verdicts.length).toBeGreaterThan(10);
  expect(verdicts.filter((row) => !row.includes("same to the last bit"))).toEqual([]);

  expect(await dialog.innerText()).toContain("which is neither this device’s nor a known key. The file cannot prove whose key it is");
  await dialog.getByRole("button", { name: "Open in GARCH Model" }).click();
  await there.getByText(/All \d+ figures of the file match this screen/).waitFor();
  await there.getByText("Conditional volatility", { exact: true }).first().waitFor();
  await expect.poll(async () => (await figuresOf(there)).slice(0, 8), { timeout: 20_000 }).toEqual(figures);
  await there.getByText("8,321 values read", { exact: false }).first().waitFor();

  // A figure declared as derived is compared with the screen, as neither the document nor the recomputation contains it.
  const derived = await forged(result, sameRun, ({ figures }) => {
    figures[0].value = 1.25;
    figures[0].path = null;
  });
  await drop(there, derived, "derived.zip");
  await dialog.getByText(/^Not checked yet: \d figures? derived on screen \(Log-likelihood/).waitFor();
  await dialog.getByRole("button", { name: "Open in GARCH Model" }).click();
  const figuresCompared = there.getByRole("dialog").filter({ hasText: "Figures compared" });
  await figuresCompared.getByText("1 figure of the file differs from this screen").waitFor();
  expect(await figuresCompared.innerText()).toContain("Log-likelihood: the file says “1.25”");
  await figuresCompared.getByText("Close", { exact: true }).click();

  const [cell, value] = /<dt>AIC<\/dt><dd>([^<]+)</.exec(report) ?? ["", ""];
  const other = value.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  await drop(there, Buffer.from(report.replace(cell, cell.replace(value, other))), "report.html");
  await there.getByText("The signature is invalid", { exact: false }).waitFor();
  const words = await dialog.innerText();
  expect(words).toContain(`AIC was changed on the page: it shows “${other}`);
  expect(words).toContain(`its data says “${value}`);
  await there.getByText(/^Recomputed: all/).waitFor();
  // The screen is recomputed and every part of the page compared with it: only that digit differs.
  await dialog.getByRole("button", { name: "Open in GARCH Model" }).click();
  const compared = there.getByRole("dialog").filter({ hasText: "Report page compared" });
  await expect.poll(() => compared.innerText(), { timeout: 60_000 }).toContain("1 part of the page differs from this screen");
  expect(await compared.innerText()).toContain(`AIC: the report shows “${other}`);
  await compared.getByText("Close", { exact: true }).click();

  // A report of another version is first said to be one, and then compared as far as possible.
  const version = /by Prospect (\S+) on this device/.exec(report)?.[1] ?? "";
  const older = report.replaceAll(version, "0.0.1").replace("<h3>Information criteria</h3>", "");
  await drop(there, Buffer.from(older), "older.html");
  await dialog.getByText(`Made by version 0.0.1, not ${version}: last digits may differ, and headings and rows of its page`).waitFor();
  await there.getByText(/^Recomputed: all/).waitFor();
  await dialog.getByRole("button", { name: "Open in GARCH Model" }).click();
  await expect.poll(() => compared.innerText(), { timeout: 60_000 }).toContain("Another version of Prospect made this file");
  await stranger.current.context.setOffline(false);
});

itInLongRuns("a batch is a file with its data too: recomputed elsewhere, every row is the same to the last bit", async () => {
  const page = await session.current.open("/batch");
  await page.getByRole("button", { name: "Start with a sample" }).click();
  await page.getByText("of all answers").waitFor();
  const result = await save(page, /Result with its data/);
  await page.close();
  const there = await stranger.current.open("/");
  await there.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await drop(there, result, "batch.zip");
  const dialog = there.getByRole("alertdialog");
  await dialog.getByText(/^Recomputed: all [\d,]+ values are the same to the last bit$/).waitFor({ timeout: 90_000 });
  await dialog.getByRole("button", { name: "Open in Batch" }).click();
  await there.getByRole("heading", { level: 1, name: "Batch" }).waitFor();
  await there.close();
});
