import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { MT4_STATEMENT, MT5_HISTORY, RESULTS_TEXT, STATEMENT_CSV, utf16 } from "../fixtures/statements";
import { auditEverywhere } from "./audit";
import { exported, sharedSession } from "./browser";
import { drop as dropOnPage, save } from "./exported";

const session = sharedSession();
const FAILED = "Data processing failed: No valid data patterns found in input.";
const DONE = "Data successfully converted! Your CSV file has been downloaded.";

const open = () => session.current.open("/convert-data");
const box = (page: Page) => page.getByRole("textbox", { name: "Trading results" });
const submit = (page: Page) => page.getByRole("button", { name: /^Convert to CSV/ });
const clear = (page: Page) => page.getByRole("button", { name: "Clear", exact: true });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const file = (name: string, content: string | Uint8Array, mimeType = "text/html") => ({ name, mimeType, buffer: Buffer.from(content) });
const drop = (page: Page, given: ReturnType<typeof file> | string) => page.locator('input[type="file"]').first().setInputFiles(given);

async function converted(page: Page, act: () => Promise<unknown>): Promise<{ name: string; content: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path(), "utf8") };
}

describe("the form as specified", () => {
  it("starts with 15 empty rows, an example and a button that waits for text", async () => {
    const page = await open();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Trading Results Processor");
    expect(await box(page).getAttribute("rows")).toBe("15");
    expect(await box(page).getAttribute("aria-required")).toBe("true");
    await page.getByRole("heading", { name: "Example format" }).waitFor();
    expect(await submit(page).isDisabled()).toBe(true);
    await box(page).fill(" \n\t ");
    expect(await submit(page).isDisabled()).toBe(true);
    await box(page).fill("Balance: 5");
    expect(await submit(page).isEnabled()).toBe(true);
    await clear(page).click();
    expect(await box(page).inputValue()).toBe("");
    await page.close();
  });

  it("downloads the named file, says so, clears the input and can restore it", async () => {
    const page = await open();
    await box(page).fill(RESULTS_TEXT);
    const { name, content } = await converted(page, () => submit(page).click());
    expect(name).toMatch(/^trading_results_\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.csv$/);
    expect(content.trim().split("\r\n")).toEqual([
      "Account - Balance,Account - Free Margin,Trades - Profit Factor,Trades - Monthly profit_1,Trades - Monthly profit_2,Trades - Monthly profit_3," +
        "Trades - Short Trades Win Rate,Trades - BTC_Amount,Trades - Sharpe,Account - Maximal Drawdown,Account - Maximal Drawdown (%)," +
        "Account - Return (%),Account - Return",
      "10500.25,9000,1.85,100,-50,75,60,1.5,1.2,1200.5,11.43,5.25,0.0525",
    ]);
    await page.getByText(DONE, { exact: true }).waitFor();
    expect(await box(page).inputValue()).toBe("");
    expect(await submit(page).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Undo clear" }).click();
    expect(await box(page).inputValue()).toBe(RESULTS_TEXT);
    await clear(page).click();
    expect(await page.getByText(DONE, { exact: true }).count()).toBe(0);
    await page.close();
  });

  itInLongRuns("shows Processing... with everything disabled while it works", async () => {
    const page = await open();
    await box(page).fill(Array.from({ length: 700 }, (_, row) => `Figure ${row}: **${row}**`).join("\n"));
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const note = () => {
        const button = document.querySelector<HTMLButtonElement>("main form button[type=submit]");
        const area = document.querySelector<HTMLTextAreaElement>("main form textarea");
        seen.push(`${button?.textContent} ${button?.disabled} ${area?.disabled}`);
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await converted(page, () => submit(page).click());
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.some((state) => /^Processing\.\.\..* true true$/.test(state))).toBe(true);
    await page.close();
  });

  itInAll("says what failed in red and in the console, lists the lines, and keeps the text", async () => {
    const page = await open();
    const before = session.current.errors.length;
    await box(page).fill("hello there\n\nsecond line");
    await page.keyboard.press("Control+Enter");
    await alert(page).filter({ hasText: FAILED }).waitFor();
    expect(await page.getByRole("list", { name: "Lines not recognized" }).innerText()).toBe("line 1: hello there\nline 3: second line");
    expect(await box(page).inputValue()).toBe("hello there\n\nsecond line");
    expect(session.current.errors.slice(before)).toEqual([FAILED]);
    await clear(page).click();
    expect(await alert(page).count()).toBe(0);
    await page.close();
  });

  it("quotes text with commas, and neutralizes what a spreadsheet would execute", async () => {
    const page = await open();
    await box(page).fill('Profit, net: 5\n=HYPERLINK("x"): 7\nNote: **1,000,000**');
    const { content } = await converted(page, () => submit(page).click());
    expect(content).toBe('"Profit, net","\'=HYPERLINK(""x"")",Note\r\n5,7,1000000\r\n');
    await page.close();
  });

  itInLongRuns("omits and changes columns before the download", async () => {
    const page = await open();
    await box(page).fill("Balance: 5\nEquity: 6\nSharpe: 1.2");
    const preview = page.getByRole("table", { name: "Figures" });
    await preview.waitFor();
    await preview.getByText("Equity", { exact: true }).click();
    await preview.getByRole("textbox", { name: "Value of Sharpe" }).fill("1.25");
    const { content } = await converted(page, () => submit(page).click());
    expect(content).toBe("Balance,Sharpe\r\n5,1.25\r\n");
    await page.close();
  });

  itInAll("keeps the text after a reload", async () => {
    const page = await open();
    await box(page).fill("Balance: 5");
    await page.getByText("1 figure found").waitFor();
    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe("Balance: 5");
    await page.getByText("1 figure found").waitFor();
    await clear(page).click();
    await page.close();
  });
});

/** The key figures of the account, without the letter of the info buttons. */
const account = async (page: Page) =>
  (await page.getByRole("region", { name: "Account performance" }).innerText())
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && line !== "i");

describe("statements", () => {
  it("reads MetaTrader 5 in UTF-16, executes nothing in it, and opens the account in the Risk Manager", async () => {
    const page = await open();
    let asked = false;
    page.on("dialog", (dialog) => {
      asked = true;
      void dialog.dismiss();
    });
    await drop(page, file("ReportHistory.html", utf16(MT5_HISTORY)));
    await page.getByText("MetaTrader 5 deals").waitFor();
    await page.getByText("ReportHistory.html · 13 figures, 2 closed trades").waitFor();
    // 50,487.50 / 50,000 follows from the report's own balances, 996.50 / 503.50 from its two closing deals.
    expect(await account(page)).toEqual([
      ...["Closed trades", "2", "1 won, 1 lost", "Net profit", "487.50", "after costs", "Win rate", "50.0%"],
      ...["Profit factor", "1.98", "Return", "0.97%", "50,000.00 to 50,487.50"],
    ]);
    const closed = (await page.getByRole("grid", { name: "Closed trades" }).innerText()).replaceAll("−", "-");
    expect(closed).toMatch(/2022-01-04 10:00\s+EURUSD\s+sell\s+1\.00\s+996\.50\s+50,993\.00/);
    expect(closed).toMatch(/2022-01-10 10:00\s+XAUUSD\s+buy\s+0\.50\s+-503\.50\s+50,487\.50/);
    expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(asked).toBe(false);
    await page.getByRole("button", { name: "Open in Risk Manager" }).click();
    await page.waitForURL(/\/risk-management/);
    await page.goto(`${session.current.origin}/garch-model`);
    await page.getByRole("button", { name: "Use a loaded series" }).click();
    await page.getByText("ReportHistory daily value").first().waitFor();
    await page.close();
  });

  itInAll("reads a MetaTrader 4 statement and converts its summary", async () => {
    const page = await open();
    await drop(page, file("Statement.htm", MT4_STATEMENT));
    await page.getByText("MetaTrader 4 statement, 1 still open and not counted").waitFor();
    // Won 310.50, lost 41.25; the return excludes deposits: 10,059.25 / 10,000 x 15,269.25 / 15,059.25.
    expect(await account(page)).toEqual([
      ...["Closed trades", "3", "2 won, 1 lost", "Net profit", "269.25", "after costs", "Win rate", "66.7%"],
      ...["Profit factor", "7.53", "Return", "2.00%", "10,000.00 to 15,269.25"],
    ]);
    const { content } = await converted(page, () => submit(page).click());
    expect(content.trim().split("\r\n")).toEqual([
      "Balance,Equity,Free Margin,Gross Profit,Gross Loss,Total Net Profit,Total Trades,Short Positions Win Rate (%)," +
        "Short Positions Win Rate,Long Positions Win Rate (%),Long Positions Win Rate,Closed P/L,Deposit/Withdrawal,Credit Facility," +
        "Maximal Drawdown,Maximal Drawdown (%),Short Positions,Long Positions",
      "15269.25,16268.25,16000,310.5,41.25,269.25,3,0,0,100,1,269.25,15000,0,41.25,0.41,1,2",
    ]);
    await page.getByRole("button", { name: "Export" }).click();
    const trades = await converted(page, () => page.getByRole("menuitem", { name: "Trades as CSV" }).click());
    expect(trades.content.split("\r\n").slice(0, 2)).toEqual([
      "Date,Symbol,Type,Volume,Net profit,Balance",
      "2021-03-01T15:00:00.000Z,eurusd,buy,0.1,100.5,10100.5",
    ]);
    await page.getByRole("button", { name: "Export" }).click();
    const script = await converted(page, () => page.getByRole("menuitem", { name: "Python script" }).click());
    expect(script.name).toBe("Statement-account.py");
    expect(script.content).toContain('("netProfit", 269.25, ');
    await page.getByRole("button", { name: "Open in Validation" }).click();
    await page.waitForURL(/\/validation/);
    await page.close();
  });

  itInLongRuns("opens the account in the Backtester, with its own dates, where holding it is the account itself", async () => {
    const page = await open();
    const days = Array.from({ length: 90 }, (_, day) => new Date(Date.UTC(2021, 2, 1 + day)).toISOString().slice(0, 10));
    const trades = days.map((day, at) => `${at},AAPL,buy,1,${day},0,${at % 3 === 2 ? -40 : 35}`);
    await drop(page, file("Account.csv", `Trade,Symbol,Side,Quantity,Close Date,Fee,Profit\n${trades.join("\n")}\n`, "text/csv"));
    await page.getByText("10,000.00 assumed to 10,900.00").waitFor();
    await page.getByRole("button", { name: "Open in Backtester" }).click();
    await page.waitForURL(/\/backtester/);
    await page.getByText("Daily account values of Account.csv are loaded here").waitFor();
    await page
      .getByText(/values read/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Run Backtest" }).first().click();
    const { source, settings, performanceData } = JSON.parse(await exported(page, /Results as JSON/));
    expect(source.name).toBe("Account daily value");
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    // The weekday before the first trade has the initial balance.
    expect([day(settings.startDate), day(settings.endDate)]).toEqual(["2021-02-26", days.at(-1)]);
    // Bought at the close after the start, with entry and exit costs; from then on the account's own growth.
    expect(performanceData.at(-1).benchmark / settings.initialCapital).toBeCloseTo(10_900 / 10_035 / 1.001 / 1.001, 9);
    await page.close();
  });

  itInAll("reads a broker's CSV and asks for the initial balance", async () => {
    const page = await open();
    await drop(page, file("trades.csv", STATEMENT_CSV, "text/csv"));
    await page.getByText("10,000.00 assumed to 10,950.00").waitFor();
    // Won 1,100 and 50, lost 200, each net of its fee.
    expect((await account(page)).slice(0, -2)).toEqual([
      ...["Closed trades", "3", "2 won, 1 lost", "Net profit", "950.00", "after costs", "Win rate", "66.7%"],
      ...["Profit factor", "5.75", "Return"],
    ]);
    await page.getByRole("textbox", { name: "Starting balance" }).fill("1000");
    await page.keyboard.press("Tab");
    await page.getByText("1,000.00 given to 1,950.00").waitFor();
    await page.getByText("95.00%").waitFor();
    await page.close();
  });

  family(
    [
      ["an image", file("x.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 0, 0, 9), "image/png")],
      [
        "markup with a script and no table",
        file("x.html", "<html><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"),
      ],
      ["nothing", file("empty.csv", "", "text/csv")],
      ["a wrong encoding", file("x.txt", Uint8Array.of(0xff, 0xfe, 0x3d, 0xd8, 0x00, 0xdc, 0x41), "text/plain")],
    ],
    (_, place) => place === 1,
    (cases) =>
      it.each(cases)("refuses %s with the specified message, and executes nothing", async (_, given) => {
        const page = await open();
        await drop(page, given);
        await alert(page).filter({ hasText: FAILED }).waitFor();
        expect(await page.evaluate(() => "hacked" in window)).toBe(false);
        await clear(page).click();
        await page.close();
      }),
  );

  itInAll("refuses 50 MB of noise without blocking the page", async () => {
    const folder = mkdtempSync(join(tmpdir(), "prospect-noise-"));
    try {
      const noise = join(folder, "noise.csv");
      writeFileSync(noise, "k,J8s;Qx 7z|".repeat(64).concat("\n").repeat(65_000));
      const page = await open();
      await drop(page, noise);
      await alert(page).filter({ hasText: FAILED }).waitFor({ timeout: 15_000 });
      await clear(page).click();
      await page.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Another visitor, with another statement in the form. */
const stranger = sharedSession();

it("a statement's report and result reopen elsewhere without its file: each figure is recomputed, and nothing is saved unasked", async () => {
  const page = await open();
  await drop(page, file("ReportHistory.html", utf16(MT5_HISTORY)));
  await page.getByRole("textbox", { name: "Value of Gross Loss" }).fill("0");
  await page.getByRole("grid", { name: "Closed trades" }).waitFor();
  const result = await save(page, /Result with its data/);
  const report = (await save(page, /Report \(HTML\)/)).toString("utf8");
  expect(report.includes("Trading results of ReportHistory.html")).toBe(true);
  // The change of a column is one of the CSV file.
  const [loss] = />-509</.exec(report) ?? [""];
  expect(loss).not.toBe("");

  const there = await stranger.current.open("/convert-data");
  let saved = 0;
  there.on("download", () => saved++);
  await drop(there, file("Statement.htm", MT4_STATEMENT));
  await there.getByText("Statement.htm · 18 figures, 3 closed trades").waitFor();
  const dialog = there.getByRole("alertdialog", { name: /^(Open a result|Check a report)$/ });
  await dropOnPage(there, result, "result.zip");
  await dialog.getByText(/^Recomputed: all [\d,]+ values are the same to the last bit$/).waitFor();
  await dialog.getByRole("button", { name: "Open in Convert Data" }).click();
  await there.getByText(/All \d+ figures of the file match this screen/).waitFor();
  await there.getByText("ReportHistory.html · 13 figures, 2 closed trades").waitFor();

  await dropOnPage(there, Buffer.from(report.replace(loss, ">-508<")), "report.html");
  await dialog.getByRole("button", { name: "Open in Convert Data" }).click();
  const compared = there.getByRole("dialog").filter({ hasText: "Report page compared" });
  await compared.getByText("1 part of the page differs from this screen").waitFor();
  expect(await compared.innerText()).toContain("-508");
  expect(saved).toBe(0);
  await there.close();
  await page.close();
});

it("passes axe with a statement, at three widths in both themes", async () => {
  const page = await open();
  await drop(page, file("Statement.htm", MT4_STATEMENT));
  await page.getByRole("grid", { name: "Closed trades" }).waitFor();
  expect(await auditEverywhere(page)).toEqual([]);
  await page.close();
});
