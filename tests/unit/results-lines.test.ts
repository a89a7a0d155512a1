import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachHtmlRow } from "../../workers/ingest/formats/html-rows";
import { readAmount } from "../../workers/statements/amounts";
import { MetricLines } from "../../workers/statements/metric-lines";
import { inOutputOrder, outputGroup } from "../../workers/statements/output-order";
import { runs } from "../fixtures/in-all";

function read(text: string): { fields: Record<string, number>; unread: number } {
  const lines = new MetricLines();
  for (const [index, line] of text.split("\n").entries()) lines.take(line, index + 1);
  return { fields: Object.fromEntries(lines.metrics().map(({ name, value }) => [name, value])), unread: lines.unreadCount };
}

describe("line rules", () => {
  it.each([
    ["Balance: **10,500.25**", { Balance: 10500.25 }],
    ["Return: **5.25%**", { "Return (%)": 5.25, Return: 0.0525 }],
    ["Win: **12.3%**", { "Win (%)": 12.3, Win: 0.123 }],
    ["Maximal Drawdown: **1,200.50 (11.43%)**", { "Maximal Drawdown": 1200.5, "Maximal Drawdown (%)": 11.43 }],
    ["Relative Drawdown: **11.43% (1,200.50)**", { "Relative Drawdown": 1200.5, "Relative Drawdown (%)": 11.43 }],
    ["Drawdown: **1,200.50** (11.43%)", { Drawdown: 1200.5, "Drawdown (%)": 11.43 }],
    ["Short Trades (won %): **60**", { "Short Trades Win Rate": 60 }],
    ["Long Trades (won %): **58.5%**", { "Long Trades Win Rate (%)": 58.5, "Long Trades Win Rate": 0.585 }],
    ["Long Trades (won %): **12 (58.33%)**", { "Long Trades": 12, "Long Trades Win Rate (%)": 58.33, "Long Trades Win Rate": 0.5833 }],
    ["Profit, 100", { Profit: 100 }],
    ["Monthly profit, 100, -50, 75.5", { "Monthly profit_1": 100, "Monthly profit_2": -50, "Monthly profit_3": 75.5 }],
    ['Balance, "1,234.50"', { Balance: 1234.5 }],
    ["Balance: 1,234,567", { Balance: 1234567 }],
    ["Margin: 10 000.00", { Margin: 10000 }],
    ["Margin Level: 97%", { "Margin Level (%)": 97, "Margin Level": 0.97 }],
    ["Holdings: **1.5 BTC**", { BTC_Amount: 1.5 }],
    ["1.5 BTC", { BTC_Amount: 1.5 }],
    ["Wallet: 0.25 ETH", { ETH_Amount: 0.25 }],
    ["Balance: **$1,000.00**", { Balance: 1000 }],
    ["Balance: 1,000.00 USD", { Balance: 1000 }],
    ["Loss: −41.25", { Loss: -41.25 }],
    ["Loss: (41.25)", { Loss: -41.25 }],
    ["**Net:** 5", { Net: 5 }],
    ["- Equity: **7**", { Equity: 7 }],
    ["Balance: **1** Equity: **2**", { Balance: 1, Equity: 2 }],
    ["Balance:\t10 000.00\tEquity:\t9 000.00", { Balance: 10000, Equity: 9000 }],
    ["| Profit Factor | 1.85 |", { "Profit Factor": 1.85 }],
    ["Largest: 5 (123.45)", { Largest_1: 5, Largest_2: 123.45 }],
    ["Risk (a:b): 3", { "Risk (a:b)": 3 }],
    ["__proto__: 5", { ["__proto__"]: 5 }],
  ])("reads %j", (line, fields) => {
    const lines = new MetricLines();
    lines.take(line, 1);
    expect(
      lines
        .metrics()
        .map(({ name, value }) => [name, value])
        .sort(),
    ).toEqual(Object.entries(fields).sort());
  });

  it.each([
    "nothing here",
    "Opened: 2021-03-05 10:00",
    "ratio 3:2",
    "In 2020, we made 5, then 7",
    "Balance: 12,5",
    "Balance: 1.234,56",
    "Balance: ",
    ": 5",
    "5: 6",
    "Balance: NaN",
    "Balance: Infinity",
    "Balance: 1e999",
    "x".repeat(5000),
    "1,2,3",
  ])("lists %j as not understood", (line) => {
    expect(read(line)).toEqual({ fields: {}, unread: 1 });
  });

  it("headings are prefixes up to the next heading", () => {
    expect(read("Balance: 1\n**Account**\nBalance: **2**\n\n**Trades:**\nTotal: **3**\n---\nWins: 4").fields).toEqual({
      Balance: 1,
      "Account - Balance": 2,
      "Trades - Total": 3,
      "Trades - Wins": 4,
    });
  });

  it("a repeated name keeps its value", () => {
    expect(read("Profit: 1\nProfit: 2\nProfit (2): 3\nProfit: 4").fields).toEqual({
      Profit: 1,
      "Profit (2)": 2,
      "Profit (2) (2)": 3,
      "Profit (3)": 4,
    });
  });

  const name = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[A-Za-z]$/).map((text) => text.replace(/\s+/g, " "));
  const cents = fc.integer({ min: -1e12, max: 1e12 }).map((value) => value / 100);
  const money = (value: number) => value.toLocaleString("en-US", { minimumFractionDigits: 2 });

  it("any label with a bold number is read back, under any heading, in output order", () => {
    fc.assert(
      fc.property(
        fc.option(name),
        fc.uniqueArray(name, { minLength: 1, maxLength: 30 }),
        fc.array(cents, { minLength: 30, maxLength: 30 }),
        (heading, names, values) => {
          const text = `${heading === null ? "" : `**${heading}**\n`}${names.map((label, index) => `${label}: **${money(values[index])}**`).join("\n")}`;
          const lines = new MetricLines();
          for (const [index, line] of text.split("\n").entries()) lines.take(line, index);
          const full = (label: string) => (heading === null ? label : `${heading} - ${label}`);
          const expected = names.map((label, index) => ({ name: full(label), value: values[index] + 0 }));
          expect(lines.unreadCount).toBe(0);
          expect(lines.metrics().map(({ name: label, value }) => ({ name: label, value: value + 0 }))).toEqual(inOutputOrder(expected));
        },
      ),
    );
  });

  it("a percentage gives the exact number and fraction", () => {
    fc.assert(
      fc.property(name, fc.integer({ min: -1e6, max: 1e6 }), (label, hundredths) => {
        const { fields } = read(`${label}: ${(hundredths / 100).toFixed(2)}%`);
        expect(fields[`${label} (%)`]).toBe(Number((hundredths / 100).toFixed(2)));
        // The fraction is the nearest number to its decimal digits.
        expect(fields[label]).toBe(Number(`${hundredths}e-4`));
      }),
    );
  });

  it("never throws or invents: any text gives only finite numbers under names found in it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.constantFrom("", "**", ": **", "(won %): **", ", ", "%"),
        (text, glue) => {
          const lines = new MetricLines();
          for (const [index, line] of `${text}${glue}${text}`.split("\n").entries()) lines.take(line, index);
          const metrics = lines.metrics();
          expect(new Set(metrics.map((metric) => metric.name)).size).toBe(metrics.length);
          for (const { value } of metrics) expect(Number.isFinite(value)).toBe(true);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe("output order", () => {
  it.each([
    ["Balance", 0],
    ["Free Margin", 0],
    ["Account - EQUITY", 0],
    ["Balance Loss", 0],
    ["Total Net Profit", 1],
    ["Profit Factor", 1],
    ["Gross Loss", 1],
    ["Profit Trades", 1],
    ["Total Trades", 2],
    ["Short Trades Win Rate", 2],
    ["Sharpe", 3],
  ])("%s stands in group %i", (label, group) => expect(outputGroup(label)).toBe(group));

  it("keeps everything, and sorts stably by group", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.constantFrom("Balance", "Net profit", "Trades", "Sharpe", "Wins", "Equity"), id: fc.nat() })),
        (fields) => {
          const sorted = inOutputOrder(fields);
          expect(sorted).toHaveLength(fields.length);
          for (const group of [0, 1, 2, 3]) {
            expect(sorted.filter((field) => outputGroup(field.name) === group)).toEqual(
              fields.filter((field) => outputGroup(field.name) === group),
            );
          }
          const groups = sorted.map((field) => outputGroup(field.name));
          expect(groups).toEqual([...groups].sort());
        },
      ),
    );
  });
});

describe("amounts", () => {
  it.each([
    ["", null],
    ["abc", null],
    ["5 apples", null],
    ["1,2345", null],
    ["+5", { kind: "number", value: 5 }],
    ["5.", { kind: "number", value: 5 }],
    [".5", { kind: "number", value: 0.5 }],
    ["1'234.5", { kind: "number", value: 1234.5 }],
    ["5%(3)", { kind: "both", value: 3, percent: 5, fraction: 0.05 }],
    ["5% (3%)", null],
    ["12 LOTS", { kind: "number", value: 12 }],
    ["1,000.00 USD (2.5%)", { kind: "both", value: 1000, percent: 2.5, fraction: 0.025 }],
  ])("%j", (text, amount) => expect(readAmount(text)).toEqual(amount));
});

describe("table rows in markup", () => {
  const cells = (html: string) => {
    const found: string[][] = [];
    eachHtmlRow(html, (row) => found.push(row.cells));
    return found;
  };

  it("gives the text of cells on their grid, without hidden cells, scripts and comments", () => {
    const html = `<table><tr><td colspan=2>a &amp; b</td><td class="x hidden" colspan="8">no</td><td><b>c</b><br>d</td></tr>
      <!-- <tr><td>no</td></tr> --><tr><th>e<script>"</td>"</script></th><td style="display:none">no</td><td>&lt;b&gt;</td></table>`;
    expect(cells(html)).toEqual([
      ["a & b", "", "c d"],
      ["e", "<b>"],
    ]);
  });

  it("reads markup without end tags, and text that only looks like markup", () => {
    expect(cells("<table><tr><td>a<td>b<tr><td>1 < 2<td>3 > 2</table>")).toEqual([
      ["a", "b"],
      ["1 < 2", "3 > 2"],
    ]);
    expect(cells('<tr><td title="a>b">c</td></tr>')).toEqual([["c"]]);
  });

  it.each([
    ["<tr><td>".repeat(200_000)],
    ['<td "'.repeat(300_000)],
    ["<".repeat(1_000_000)],
    ["<script>".repeat(200_000)],
    ["<!--".repeat(300_000)],
    ["<td class=".repeat(150_000)],
    [`<td ${"class ".repeat(250_000)}`],
    ["&".repeat(1_000_000)],
    ["<tr><td colspan=999999999>x".repeat(100_000)],
    ["<tr><td><b>x".repeat(100_000)],
  ])("ends on hostile markup %#", (html) => {
    expect(cells(html).length).toBeLessThanOrEqual(200_000);
  });

  it("decodes character references, never into half a surrogate pair", () => {
    expect(cells("<tr><td>&amp;&#65;&#x42;&nbsp;&minus;&sect;&unknown;&#xd800;&#1114112;&constructor;")).toEqual([
      ["&AB −§&unknown;\ufffd\ufffd&constructor;"],
    ]);
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      "<td",
      ">",
      "</td>",
      "<tr>",
      '"',
      "'",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "x",
      "&lt;",
      " colspan=3",
      " hidden",
      "<",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const row of cells(pieces.join(""))) expect(row.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: runs(500) },
    );
  });
});
