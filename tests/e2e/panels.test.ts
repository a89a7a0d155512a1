import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { sharedSession } from "./browser";

const session = sharedSession();
const SYMBOLS = ["AAA", "BBB", "CCC"];
const DAYS = Array.from({ length: 160 }, (_, row) => new Date(Date.UTC(2024, 0, 1) + row * 86_400_000).toISOString().slice(0, 10));
const close = (symbol: number, row: number) => (100 * (symbol + 1) + 4 * Math.sin(row * (symbol + 1)) + row / 10).toFixed(2);
/** BBB starts ten days later, CCC is missing on every twentieth day. */
const trades = (symbol: number, row: number) => !(symbol === 1 && row < 10) && !(symbol === 2 && row % 20 === 19);
const panel = DAYS.flatMap((date, row) =>
  SYMBOLS.flatMap((name, symbol) => (trades(symbol, row) ? [`${name},${date},${close(symbol, row)}`] : [])),
);
const give = (page: Page, name: string, lines: readonly string[], header: string) =>
  page
    .locator('main input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(`${header}\n${lines.join("\n")}\n`) });

it("a file of many symbols becomes one dataset: browsed symbol by symbol in a tool for one series, used as a whole by Portfolio", {
  timeout: 120_000,
}, async () => {
  const page = await session.current.open("/garch-model");
  const main = page.getByRole("main");
  await give(page, "three.csv", panel, "symbol,date,close");
  await main.getByText("160 prices read").or(main.getByText("160 values read")).first().waitFor();
  await main.getByRole("button", { name: "Use the whole panel…" }).click();
  await page.getByText("All dates", { exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Missing values" }).click();
  await page.getByRole("option", { name: "Previous value" }).click();
  await page.getByRole("button", { name: "Use the panel" }).click();
  await main.getByText("1 of 3").waitFor();
  await main.getByRole("button", { name: "Next symbol" }).click();
  await main.getByText("2 of 3").waitFor();
  await main.getByRole("button", { name: "Remove three.csv (BBB)" }).waitFor();
  // BBB starts ten days later: before its first value there is nothing to carry forward.
  await main
    .getByText(/^150 (prices|values) read/)
    .first()
    .waitFor();
  await page.keyboard.press("Alt+PageDown");
  await main.getByText("3 of 3").waitFor();
  await main
    .getByText(/^160 (prices|values) read/)
    .first()
    .waitFor();
  await main.getByRole("button", { name: "Run Analysis" }).last().click();
  await main.getByRole("button", { name: "PNG", exact: true }).first().waitFor({ timeout: 60_000 });
  await page.close();

  const portfolio = await session.current.open("/portfolio");
  await portfolio.getByRole("button", { name: "Use a loaded series" }).first().click();
  const library = portfolio.getByRole("dialog");
  await library
    .getByRole("button", { name: /^Use: / })
    .first()
    .waitFor();
  // The symbols are listed under their panel, not as separate datasets.
  expect(await library.getByRole("button", { name: /^Use: / }).count()).toBe(2);
  await library.getByRole("button", { name: "Use: three.csv", exact: true }).click();
  await portfolio.getByText("3 symbols on all 160 dates · 8 blanks filled, at most 5 in a row · 10 blanks left").waitFor();
  await portfolio.getByRole("button", { name: "Details of three.csv" }).click();
  const row = portfolio.getByRole("row", { name: /^BBB/ });
  expect((await row.innerText()).trim().split(/\s+/)).toEqual(["BBB", "150", "0", "10", "0", "0"]);
  expect(session.current.errors).toEqual([]);
});

it("a panel of returns is compounded at one of its symbols, which stays in the field, and back", { timeout: 120_000 }, async () => {
  const page = await session.current.open("/garch-model");
  const main = page.getByRole("main");
  const returns = DAYS.map((date, row) => `${date},${(Math.sin(row) / 50).toFixed(4)},${(Math.cos(row) * 2).toFixed(2)}%`);
  await give(page, "returns.csv", returns, "Date,AAA log_ret,BBB return");
  await main.getByRole("button", { name: "Use the whole panel…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Returns" }).waitFor();
  await page.getByRole("button", { name: "Use the panel" }).click();
  await main.getByText("1 of 2").waitFor();
  await main.getByText("AAA log_ret: log returns, as fractions; not compounded into prices").first().waitFor();
  await main.getByRole("button", { name: "Next symbol" }).click();
  await main.getByText("BBB return: simple returns, in percent; not compounded into prices").first().waitFor();
  await main.getByRole("button", { name: "Compound into prices" }).first().click();
  await main
    .getByText("BBB return (compounded): simple returns, in percent; compounded into prices from 100 before the first row")
    .first()
    .waitFor();
  await main.getByText("2 of 2").waitFor();
  await main.getByRole("button", { name: "Run Analysis" }).last().click();
  await main.getByText("Input type: prices", { exact: false }).first().waitFor({ timeout: 60_000 });
  await main.getByRole("button", { name: "Do not compound" }).first().click();
  await main.getByText("BBB return: simple returns, in percent; not compounded into prices").first().waitFor();
  await main.getByText("2 of 2").waitFor();
  expect(session.current.errors).toEqual([]);
});

itInLongRuns(
  "the Converter treats a panel like any tool for one series: browsed by symbol, converted symbol by symbol or whole",
  {
    timeout: 120_000,
  },
  async () => {
    // Values of its own: a known series would keep the name under which it was first read.
    const value = (symbol: number, row: number, by: number) => (Number(close(symbol, row)) + by).toFixed(2);
    const wide = DAYS.map((date, row) => `${date},${value(0, row, 1)},${value(1, row, 1)}`);
    const long = DAYS.flatMap((date, row) => SYMBOLS.map((name, symbol) => `${name},${date},${value(symbol, row, 2)}`));
    const bars = DAYS.flatMap((date, row) =>
      SYMBOLS.map((name, symbol) => `${name},${date},${[3, 4, 2, 3].map((by) => value(symbol, row, by)).join(",")},500`),
    );
    const page = await session.current.open("/convert-data");
    const main = page.getByRole("main");
    const saved = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent("download"), press()]);
      return {
        name: download.suggestedFilename(),
        lines: readFileSync(await download.path(), "utf8")
          .trim()
          .split("\r\n"),
      };
    };
    const convert = () =>
      main
        .getByRole("button", { name: /^Convert to CSV/ })
        .first()
        .click();
    for (const [name, lines, header, symbols] of [
      ["wide.csv", wide, "Date,AAA,BBB", 2],
      ["long.csv", long, "symbol,date,close", 3],
      ["bars.csv", bars, "symbol,date,open,high,low,close,volume", 3],
    ] as const) {
      await give(page, name, lines, header);
      await main.getByRole("button", { name: new RegExp(`^Remove ${name}( \\(AAA\\))?$`) }).waitFor();
      await main.getByRole("button", { name: "Use the whole panel…" }).click();
      await page.getByRole("button", { name: "Use the panel" }).click();
      await main.getByText(`1 of ${symbols}`).waitFor();
      await main.getByRole("button", { name: "Next symbol" }).click();
      await main.getByText(`2 of ${symbols}`).waitFor();
      await main.getByRole("button", { name: `Remove ${name} (BBB)` }).waitFor();
      const one = await saved(convert);
      expect(one.name).toBe(name.replace(".csv", "-BBB.csv"));
      expect(one.lines[0]).toBe("Date,BBB");
      await main.getByText("Data successfully converted! Your CSV file has been downloaded.", { exact: true }).waitFor();
      await main.getByRole("button", { name: "Save", exact: true }).click();
      const whole = await saved(() => page.getByRole("menuitem", { name: "Panel as CSV" }).click());
      expect(whole.lines[0]).toBe(`Date,${SYMBOLS.slice(0, symbols).join(",")}`);
      expect(whole.lines.length).toBe(one.lines.length);
    }
    // The symbol survives a reload, and typed input replaces it.
    await page.reload();
    await main.getByText("2 of 3").waitFor();
    await page.keyboard.press("Alt+PageDown");
    await main.getByText("3 of 3").waitFor();
    await main.getByRole("button", { name: "Clear", exact: true }).click();
    await main.getByRole("textbox", { name: "Trading results" }).fill("Balance: 5");
    await main.getByText("1 figure found").waitFor();
    expect(await main.getByText("3 of 3").count()).toBe(0);
    expect(session.current.errors).toEqual([]);
  },
);

it("a newer file of a known series reports what is new, changed and gone, and is merged as chosen", { timeout: 120_000 }, async () => {
  const page = await session.current.open("/lyapunov");
  const main = page.getByRole("main");
  const rows = DAYS.slice(0, 120).map((date, row) => `${date},${close(0, row)}`);
  await give(page, "prices.csv", rows, "Date,Close");
  await main.getByRole("button", { name: "Remove prices.csv" }).waitFor();
  const newer = [
    ...rows.slice(1, 50),
    `${DAYS[50]},7.25`,
    ...rows.slice(51),
    ...DAYS.slice(120).map((date, row) => `${date},${close(0, row)}`),
  ];
  const ask = main.getByRole("region", { name: "Newer file" });
  await give(page, "prices (1).csv", newer, "Date,Close");
  await ask.getByText("40 new").waitFor();
  await ask.getByText("1 changed").waitFor();
  await ask.getByText("1 gone").waitFor();
  await ask.getByText(`→ 7.25`).waitFor();
  // Nothing is changed yet.
  await main
    .getByText(/^120 (prices|values) read/)
    .first()
    .waitFor();
  await ask.getByRole("button", { name: "Add new rows only" }).click();
  await main
    .getByText(/^160 (prices|values) read/)
    .first()
    .waitFor();
  await give(page, "prices (1).csv", newer, "Date,Close");
  await ask.getByText("1 changed").waitFor();
  await ask.getByRole("button", { name: "Use the new file" }).click();
  await main
    .getByText(/^159 (prices|values) read/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Use a loaded series" }).first().click();
  await page.getByRole("dialog").getByText("· version 3").waitFor();
  expect(
    await page
      .getByRole("dialog")
      .getByText(/· version [12], replaced/)
      .count(),
  ).toBe(2);
  expect(session.current.errors).toEqual([]);
});

itInLongRuns(
  "the Converter also asks about a newer file of a known series, and keeps the old one until answered",
  {
    timeout: 120_000,
  },
  async () => {
    const page = await session.current.open("/convert-data");
    const main = page.getByRole("main");
    const row = (date: string, index: number) => `${date},${(Number(close(0, index)) + 20).toFixed(2)}`;
    const rows = DAYS.slice(0, 120).map(row);
    const remove = main.getByRole("button", { name: "Remove quotes.csv" });
    const read = (count: number) =>
      main
        .getByText(new RegExp(`^${count} (prices|values) read`))
        .first()
        .waitFor();
    await give(page, "quotes.csv", rows, "Date,Close");
    await remove.waitFor();
    const newer = [...rows.slice(0, 50), `${DAYS[50]},7.25`, ...DAYS.slice(51).map((date, index) => row(date, index + 51))];
    const ask = main.getByRole("region", { name: "Newer file" });
    await give(page, "quotes (1).csv", newer, "Date,Close");
    await ask.getByText("40 new").waitFor();
    await ask.getByText("1 changed").waitFor();
    await ask.getByRole("button", { name: "Cancel" }).click();
    await remove.waitFor();
    await read(120);
    // The button cannot save before the question is answered.
    await give(page, "quotes (1).csv", newer, "Date,Close");
    await ask.waitFor();
    expect(
      await main
        .getByRole("button", { name: /^Convert to CSV/ })
        .first()
        .isDisabled(),
    ).toBe(true);
    await ask.getByRole("button", { name: "Add new rows only" }).click();
    await read(160);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      main
        .getByRole("button", { name: /^Convert to CSV/ })
        .first()
        .click(),
    ]);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    expect([lines.length, Number(lines[51].split(",")[1])]).toEqual([161, Number(rows[50].split(",")[1])]);
    expect(session.current.errors).toEqual([]);
  },
);
