import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import { MAX_RECORDED_TEXT } from "../../../workers/runtime/schema";
import { type ConvertResultsInput, type ConvertResultsOutput, convertResults } from "../../../workers/statements/jobs/convert-results";
import { resultOf, toldOutcome } from "../../fixtures/failure-text";
import { gzipped, withDirectoryField, workbook, zipped } from "../../fixtures/make-files";
import { MT4_STATEMENT, MT4_TESTER, MT5_HISTORY, RESULTS_TEXT, STATEMENT_CSV, utf16 } from "../../fixtures/statements";
import { testContext } from "../context";

const NOTHING = "Data processing failed: No valid data patterns found in input.";

async function converted(source: ConvertResultsInput["source"], startingBalance?: number): Promise<ConvertResultsOutput> {
  return resultOf(await convertResults({ source, startingBalance }, await testContext()));
}

const day = (text: string) => Date.parse(`${text}Z`);
const fieldsOf = ({ metrics }: ConvertResultsOutput) => Object.fromEntries(metrics.map(({ name, value }) => [name, value]));

describe("convert-results", () => {
  it("converts a report into named figures in output order, and lists what it did not understand", async () => {
    const found = await converted(RESULTS_TEXT);
    expect(found.metrics).toEqual(
      [
        { name: "Account - Balance", value: 10500.25 },
        { name: "Account - Free Margin", value: 9000 },
        { name: "Trades - Profit Factor", value: 1.85 },
        { name: "Trades - Monthly profit_1", value: 100 },
        { name: "Trades - Monthly profit_2", value: -50 },
        { name: "Trades - Monthly profit_3", value: 75 },
        { name: "Trades - Short Trades Win Rate", value: 60 },
        { name: "Trades - BTC_Amount", value: 1.5 },
        { name: "Trades - Sharpe", value: 1.2 },
        { name: "Account - Maximal Drawdown", value: 1200.5 },
        { name: "Account - Maximal Drawdown (%)", value: 11.43 },
        { name: "Account - Return (%)", value: 5.25 },
        { name: "Account - Return", value: 0.0525 },
      ].sort((a, b) => order(a.name) - order(b.name)),
    );
    expect(found.unread).toEqual([{ line: 13, text: "this line says nothing" }]);
    expect(found.statement).toBeNull();
  });

  it.each([
    ["UTF-16", async () => new Blob([utf16(MT5_HISTORY)])],
    ["gzip", async () => new Blob([await gzipped(MT4_STATEMENT)])],
    ["zip", async () => new Blob([await zipped({ "Statement.htm": MT4_STATEMENT })])],
    [
      "a workbook",
      async () =>
        new Blob([
          await workbook({
            Trades: [
              ["Symbol", "Close Date", "Profit"],
              ["AAPL", "2023-03-05", 1101],
            ],
          }),
        ]),
    ],
    ["a text with a mark", async () => new Blob([`\ufeff${RESULTS_TEXT}`])],
  ])("returns the text of %s, which converts to the same result without the file", async (_, make) => {
    const { text, ...result } = resultOf(await convertResults({ source: await make(), withText: true }, await testContext()));
    expect(await converted(text ?? "")).toEqual(result);
  });

  it("returns no text that is too long to be recorded", async () => {
    const filled = (length: number) => `Balance: 5\n${"-".repeat(length - 11)}`;
    const context = await testContext();
    const textOf = async (source: string) => resultOf(await convertResults({ source, withText: true }, context)).text;
    expect(await textOf(filled(MAX_RECORDED_TEXT))).toHaveLength(MAX_RECORDED_TEXT);
    expect(await textOf(filled(MAX_RECORDED_TEXT + 1))).toBeNull();
  });

  it("reads a MetaTrader 4 statement: closed trades with their costs, deposits apart, open trades not counted", async () => {
    const { statement, form, metrics } = await converted(MT4_STATEMENT);
    expect(form).toBe("html");
    expect(statement?.kind).toBe("ticket");
    expect(statement?.summary).toMatchObject({
      trades: 3,
      wins: 2,
      losses: 1,
      startBalance: 10_000,
      startFrom: "statement",
      cash: 5000,
      ruined: false,
    });
    expect(statement?.summary.netProfit).toBeCloseTo(269.25, 10);
    // As the statement itself says.
    expect(statement?.summary.endBalance).toBeCloseTo(15_269.25, 9);
    expect(statement?.summary.profitFactor).toBeCloseTo(310.5 / 41.25, 12);
    expect([...(statement?.trades.profit ?? [])]).toEqual([100.5, -41.25, 210]);
    expect(statement?.trades.symbol).toEqual({ words: ["eurusd", "usdjpy"], codes: Float64Array.of(0, 0, 1) });
    expect([...(statement?.trades.times ?? [])]).toEqual(["2021-03-01T15:00:00", "2021-03-03T11:00:00", "2021-03-05T12:00:00"].map(day));
    expect(statement?.openTrades).toBe(1);
    expect(statement?.events).toMatchObject({
      kind: { words: ["cash", "trade"], codes: Float64Array.of(0, 1, 1, 0, 1) },
      net: Float64Array.of(10_000, 100.5, -41.25, 5000, 210),
      balance: new Float64Array(5).fill(Number.NaN),
    });
    // A deposit is no gain: the return of the last trade is on the balance with it.
    expect(statement?.summary.totalReturn).toBeCloseTo((10_100.5 / 10_000) * (10_059.25 / 10_100.5) * (15_269.25 / 15_059.25) - 1, 12);
    expect(statement?.daily.times[0]).toBe(day("2021-02-26T00:00:00"));
    expect([...(statement?.daily.times ?? [])].slice(1)).toEqual([1, 2, 3, 4, 5].map((date) => day(`2021-03-0${date}T00:00:00`)));
    expect([...(statement?.daily.balance ?? [])]).toEqual([10_000, 10_100.5, 10_100.5, 10_059.25, 15_059.25, 15_269.25]);
    const fields = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    expect(fields).toMatchObject({
      Balance: 15_269.25,
      Equity: 16_268.25,
      "Free Margin": 16_000,
      "Total Net Profit": 269.25,
      "Maximal Drawdown": 41.25,
      "Maximal Drawdown (%)": 0.41,
      "Long Positions": 2,
      "Long Positions Win Rate": 1,
    });
  });

  it.each([
    ["UTF-16 with a mark, as terminals write it", new Blob([utf16(MT5_HISTORY)])],
    ["UTF-16 without", new Blob([utf16(MT5_HISTORY, false)])],
    ["UTF-8", new Blob([MT5_HISTORY])],
    ["pasted markup", MT5_HISTORY],
  ])("reads a MetaTrader 5 history: %s", async (_, source) => {
    const found = await converted(source);
    const { statement } = found;
    expect(statement?.kind).toBe("deals");
    expect(statement?.summary).toMatchObject({ trades: 2, wins: 1, losses: 1, startBalance: 50_000, endBalance: 50_487.5, cash: 0 });
    expect(statement?.summary.netProfit).toBeCloseTo(487.5, 9);
    expect([...(statement?.trades.profit ?? [])]).toEqual([996.5, -503.5]);
    expect(statement?.summary.totalReturn).toBeCloseTo(487.5 / 50_000, 12);
    expect(fieldsOf(found)).toMatchObject({
      "Total Net Profit": 487.5,
      "Balance Drawdown Relative": 505.5,
      "Balance Drawdown Relative (%)": 0.99,
    });
    expect(JSON.stringify(found.metrics)).not.toContain("<");
  });

  it("reads a strategy tester's report, labels without colons included", async () => {
    const found = await converted(MT4_TESTER);
    expect(found.statement?.summary).toMatchObject({ trades: 2, startBalance: 10_000, endBalance: 10_055 });
    expect(fieldsOf(found)).toMatchObject({
      "Initial deposit": 10_000,
      "Total net profit": 55,
      "Modeling quality (%)": 90,
      "Relative drawdown": 25,
      "Relative drawdown (%)": 0.25,
    });
  });

  it("reads a broker's list: fees deducted, date order inferred from the whole column, balance assumed or given", async () => {
    const { statement, metrics } = await converted(STATEMENT_CSV);
    // It has no figures of its own: those of its trades stand in.
    expect(metrics.map(({ name, value }) => [name, value])).toEqual([
      ["Balance", 10_950],
      ["Total Net Profit", 950],
      ["Gross Profit", 1150],
      ["Gross Loss", -200],
      ["Profit Factor", 5.75],
      ["Total Trades", 3],
      ["Win Rate", 0.666666666667],
    ]);
    expect([...(statement?.trades.profit ?? [])]).toEqual([1100, -200, 50]);
    expect(statement?.trades.times[0]).toBe(day("2023-03-05T00:00:00"));
    expect(statement?.summary).toMatchObject({ startBalance: 10_000, startFrom: "assumed", endBalance: 10_950 });
    const given = await converted(STATEMENT_CSV, 1000);
    expect(given.statement?.summary).toMatchObject({ startFrom: "given", startBalance: 1000, totalReturn: expect.closeTo(0.95, 12) });
    // A day at the week-end on which something happened is a day of its own.
    expect([...(given.statement?.daily.times ?? [])].slice(0, 3)).toEqual(
      ["2023-03-03", "2023-03-05", "2023-03-06"].map((date) => day(`${date}T00:00:00`)),
    );
  });

  it("an account that loses everything stays at zero", async () => {
    const { statement } = await converted(
      "Time,Type,Profit,Balance\n2021-01-04,balance,100,100\n2021-01-05,buy,-150,-50\n2021-01-06,buy,80,30\n",
    );
    expect(statement?.summary).toMatchObject({ ruined: true, totalReturn: -1 });
    expect([...(statement?.daily.value ?? [])]).toEqual([100, 0, 0]);
  });

  it.each([
    ["nothing", ""],
    ["blanks", " \n\t\n"],
    ["prose", "Lorem ipsum dolor sit amet,\nconsectetur adipiscing elit"],
    ["markup without a table", "<html><script>alert(1)</script><body onload=alert(1)>Balance"],
    ["an image", new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 7)])],
  ])("refuses %s with the specified message", async (_, source) => {
    expect(toldOutcome(await convertResults({ source }, await testContext()))).toMatchObject({
      ok: false,
      failure: { code: "bad-input", message: NOTHING },
    });
  });

  it("reads thousands separators in a list with decimal commas, in rows without decimals too", async () => {
    const rows = ["2024-01-02;DAX;12,50;20.012,50", "2024-01-03;DAX;1.234;21.246,50", "2024-01-04;DAX;-1.000;20.246,50"];
    const { statement } = await converted(`Closing time;Symbol;Profit;Balance\n${rows.join("\n")}\n`);
    expect(statement?.summary).toMatchObject({ trades: 3, netProfit: 246.5, endBalance: 20_246.5 });
  });

  it("reads losses in parentheses by their decimal comma, even if no other row has one", async () => {
    const rows = ["2024-01-02;DAX;(12,50)", "2024-01-03;DAX;1.234", "2024-01-04;DAX;(1.000,25)"];
    const { statement } = await converted(`Closing time;Symbol;Profit\n${rows.join("\n")}\n`, 5000);
    expect(statement?.summary).toMatchObject({ trades: 3, netProfit: 221.25 });
  });

  it("treats bare carriage returns as line breaks", async () => {
    expect((await converted("Balance: 5\rEquity: 6\r")).metrics).toEqual([
      { name: "Balance", value: 5 },
      { name: "Equity", value: 6 },
    ]);
  });

  it("names the first line that was not understood", async () => {
    expect(toldOutcome(await convertResults({ source: "\nhello there\n" }, await testContext()))).toEqual({
      ok: false,
      failure: { code: "bad-input", message: NOTHING, row: 2, value: "hello there" },
    });
  });

  it("refuses an invalid starting balance", async () => {
    const outcome = await convertResults({ source: STATEMENT_CSV, startingBalance: 0 }, await testContext());
    expect(toldOutcome(outcome)).toMatchObject({
      failure: { message: "Data processing failed: the starting balance must be above 0" },
    });
  });

  it("refuses 20 MB of noise after its first million characters, in many lines or one", async () => {
    const line = `${"x,1y;".repeat(16)}\n`;
    for (const noise of [line.repeat(250_000), "<td ".repeat(5_000_000), "a".repeat(20_000_000)]) {
      const context = await testContext();
      expect(toldOutcome(await convertResults({ source: new Blob([noise]) }, context))).toMatchObject({
        ok: false,
        failure: { message: NOTHING },
      });
    }
  }, 20_000);

  it("reads a compressed statement, or one in a workbook, like the statement itself", async () => {
    const html = await converted(MT4_STATEMENT);
    for (const bytes of [await gzipped(MT4_STATEMENT), await zipped({ "Statement.htm": MT4_STATEMENT })])
      expect(await converted(new Blob([bytes]))).toEqual(html);
    const csv = await converted(STATEMENT_CSV);
    const rows = STATEMENT_CSV.trim()
      .split("\n")
      .map((line) => line.replace('"1,101.00"', "1101.00").split(","));
    expect((await converted(new Blob([await workbook({ Trades: rows })]))).statement).toEqual(csv.statement);
    const cut = new Blob([Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)]);
    expect(toldOutcome(await convertResults({ source: cut }, await testContext()))).toMatchObject({
      failure: { message: "Data processing failed: The zip archive is damaged or truncated: it cannot be fully unpacked" },
    });
    const locked = withDirectoryField(await zipped({ "Statement.htm": MT4_STATEMENT }), 8, 1);
    expect(toldOutcome(await convertResults({ source: new Blob([locked]) }, await testContext()))).toMatchObject({
      failure: { message: "Data processing failed: Statement.htm is password-protected: unpack the archive and open the file itself" },
    });
  });

  it("can be canceled", async () => {
    const report = Array.from({ length: 30_000 }, (_, row) => `Figure ${row}: ${row}`).join("\n");
    await expect(convertResults({ source: report }, await testContext(4))).rejects.toThrow(Canceled);
  });
});

const order = (name: string) =>
  /balance|equity|margin/i.test(name) ? 0 : /profit|loss|factor/i.test(name) ? 1 : /trade|win/i.test(name) ? 2 : 3;
