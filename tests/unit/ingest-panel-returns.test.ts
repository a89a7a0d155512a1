import { describe, expect, it } from "vitest";
import { assetsOfDataset } from "../../src/analysis/assets/asset-set";
import { fixesOf } from "../../src/analysis/data/reading-fixes";
import { returnsWords } from "../../src/analysis/data/reading-words";
import { columnFor, returnsAsked, returnsOf, simpleAsked } from "../../workers/analyzed-column";
import { columnOf } from "../../workers/batch";
import type { Series } from "../../workers/contract";
import type { PanelOptions, ReadOptions } from "../../workers/ingest";
import { takeSymbol } from "../../workers/ingest/jobs/take-symbol";
import { failureText, resultOf } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";
import { names, read, series } from "./ingest";

const INNER: PanelOptions = { calendar: "inner", fill: "none" };
const OUTER: PanelOptions = { calendar: "outer", fill: "none" };
const DAYS = [2, 3, 4, 5].map((day) => `2024-01-0${day}`);
/** One row per date, with the cells of each symbol. */
const wide = (header: string, ...columns: readonly (readonly (number | string)[])[]) =>
  `Date,${header}\n${DAYS.map((date, row) => [date, ...columns.map((column) => column[row])].join(",")).join("\n")}\n`;
const long = (heading: string, symbols: Record<string, readonly (number | string)[]>) =>
  `symbol,date,${heading}\n${Object.entries(symbols)
    .flatMap(([name, values]) => DAYS.flatMap((date, row) => (values[row] === "" ? [] : [`${name},${date},${values[row]}`])))
    .join("\n")}\n`;
const A = [0.01, -0.02, 0.005, -0.001];
const B = [-0.03, 0.04, 0.002, 0.01];
const times100 = (values: readonly number[]) => values.map((value) => 100 * value);
/** P[t] = P[t - 1] (1 + r[t]) from 100, by definition. */
const prices = (returns: readonly number[]) =>
  returns.map((_, row) => 100 * returns.slice(0, row + 1).reduce((all, one) => all * (1 + one), 1));
function expectColumn({ columns }: Series, place: number, expected: readonly number[]) {
  expect(columns[place].values.length).toBe(expected.length);
  for (const [row, value] of expected.entries()) {
    if (Number.isNaN(value)) expect(columns[place].values[row]).toBeNaN();
    // Products of four factors near one.
    else expect(columns[place].values[row]).toBeCloseTo(value, 11);
  }
}
const compounded = (text: string, options: ReadOptions = {}) => series(text, { panel: INNER, compound: "auto", ...options });
async function taken({ columns, ...panel }: Series, place: number): Promise<Series> {
  return resultOf(await takeSymbol({ panel, column: columns[place] }, await testContext()));
}

describe("a panel of returns", () => {
  it("is compounded by header, cells, size or choice, each symbol from 100", async () => {
    const texts: [string, ReadOptions][] = [
      [wide("AAA return,BBB returns", A, B), {}],
      [wide("AAA ret %,BBB ret %", times100(A), times100(B)), {}],
      [wide("AAA log_ret,BBB log return", A.map(Math.log1p), B.map(Math.log1p)), {}],
      [
        wide(
          "AAA,BBB",
          times100(A).map((one) => `${one}%`),
          times100(B).map((one) => `${one}%`),
        ),
        {},
      ],
      [wide("AAA,BBB", A, B), {}],
      [wide("AAA,BBB", A, B), { compound: "fraction" }],
      [wide("AAA,BBB", times100(A), times100(B)), { compound: "percent" }],
      [wide("AAA,BBB", A, B), { uses: [null, "return", "return"] }],
      [long("return", { AAA: A, BBB: B }), {}],
      [long("ret_pct", { AAA: times100(A), BBB: times100(B) }), {}],
      // pandas' name for fractional returns; the size of the values shows the unit.
      [long("pct_change", { AAA: A, BBB: B }), {}],
    ];
    for (const [text, options] of texts) {
      const found = await compounded(text, options);
      expectColumn(found, 0, prices(A));
      expectColumn(found, 1, prices(B));
      expect([found.columns.map(({ role }) => role), found.quality.returns?.compounded]).toEqual([["value", "value"], true]);
    }
    expect(names(await compounded(texts[0][0]))).toEqual(["AAA return (compounded)", "BBB returns (compounded)"]);
    expect(names(await compounded(texts[8][0]))).toEqual(["AAA", "BBB"]);
  });

  it("has the same prices as each symbol read alone", async () => {
    const text = long("log_ret", { AAA: A, BBB: B });
    const panel = await compounded(text);
    for (const [place, symbol] of ["AAA", "BBB"].entries()) {
      const alone = await series(text, { symbol, compound: "auto" });
      expect([...panel.columns[place].values]).toEqual([...alone.columns[alone.primary].values]);
    }
  });

  it("uses one unit throughout if none is stated, inferred from the widest symbol", async () => {
    const calm = [0.1, -0.05, 0.08, -0.1];
    const wild = [2, -3, 1, -1.5];
    const found = await compounded(wide("AAA return,BBB return", calm, wild));
    expectColumn(found, 0, prices(calm.map((one) => one / 100)));
    const read = await series(wide("AAA return,BBB return", calm, wild), { panel: INNER });
    expect(read.columns.map((column) => simpleAsked(read, column, "auto").unit)).toEqual(["percent", "percent"]);
    // A header that states a unit is about its own column only.
    const mixed = await compounded(wide("AAA return %,BBB log_ret", times100(A), B.map(Math.log1p)));
    expectColumn(mixed, 0, prices(A));
    expectColumn(mixed, 1, prices(B));
  });

  it("uses the unit of its symbols with values: an empty one is ignored", async () => {
    const text = `${long("return", { AAA: A, BBB: B })}${DAYS.map((date) => `CCC,${date},`).join("\n")}\n`;
    const found = await compounded(text, { panel: OUTER });
    expectColumn(found, 0, prices(A));
    expect(found.quality.panel?.symbols.map(({ name, returns }) => [name, returns?.unit])).toEqual([
      ["AAA", "fraction"],
      ["BBB", "fraction"],
      ["CCC", undefined],
    ]);
    expect((await series(text, { panel: OUTER })).quality.returns?.unit).toBe("fraction");
  });

  it("is compounded before dates are dropped and blanks filled", async () => {
    const gap = long("return", { AAA: A, BBB: [B[0], "", B[2], B[3]] });
    const [all, some] = [prices(A), prices([B[0], B[2], B[3]])];
    const inner = await compounded(gap);
    expectColumn(inner, 0, [all[0], all[2], all[3]]);
    expectColumn(inner, 1, some);
    expectColumn(await compounded(gap, { panel: OUTER }), 1, [some[0], Number.NaN, some[1], some[2]]);
    expectColumn(await compounded(gap, { panel: { ...OUTER, fill: "previous" } }), 1, [some[0], some[0], some[1], some[2]]);
    // A missing return cannot be carried forward from the previous day.
    const left = await series(gap, { panel: { ...OUTER, fill: "previous" } });
    expectColumn(left, 1, [B[0], Number.NaN, B[2], B[3]]);
    expect(left.quality.panel?.symbols[1]).toMatchObject({ filled: 0, blank: 1 });
  });

  it("leaves prices among its symbols unchanged", async () => {
    const level = [100, 101, 99, 102];
    for (const header of ["AAA return,Index", "AAA,Index"]) {
      const found = await compounded(wide(header, A, level));
      expectColumn(found, 0, prices(A));
      expectColumn(found, 1, level);
    }
    const untouched = await compounded(wide("AAA,BBB", level, level));
    expect([untouched.quality.returns, [...untouched.columns[0].values]]).toEqual([undefined, level]);
  });

  it("classifies symbols without negative returns by header, and names those read as prices", async () => {
    const bills = [0.0002, 0.00021, 0.00021, 0.0002];
    const said = ({ quality }: Series) => quality.returns && returnsWords(quality.returns, quality.panel);
    for (const [header, values] of [
      ["AAA return,BIL return", bills],
      ["AAA ret,BIL ret %", times100(bills)],
      ["AAA return,BIL log_ret", bills.map(Math.log1p)],
      ["AAA return,BIL return", times100(bills).map((one) => `${one}%`)],
    ] as const) {
      const found = await compounded(wide(header, A, values));
      expectColumn(found, 1, prices(bills));
      expect(said(found)).not.toContain("read as prices");
    }
    const text = long("return", { AAA: bills, BBB: A });
    expectColumn(await compounded(text), 0, prices(bills));
    // Nothing distinguishes these from prices.
    expect(said(await compounded(wide("AAA,BIL", A, bills)))).toBe(
      "1 symbol: returns as fractions; compounded into prices from 100 before the first row; read as prices: BIL",
    );
    // Columns marked as values stay values.
    const marked = await compounded(wide("AAA return,BIL return", A, bills), { uses: [null, null, "value"] });
    expectColumn(marked, 1, bills);
    // Without compounding, what may be levels stays as it is.
    const read = await series(wide("AAA return,BIL return", A, [100, 101, 99, 102]), { panel: INNER });
    expect(read.columns.map(({ role }) => role)).toEqual(["return", "value"]);
  });

  it("is refused if a symbol's prices reach zero, with the row and value in the text", async () => {
    const refused = async (text: string, options: ReadOptions) => {
      const outcome = await read(text, { panel: INNER, ...options });
      return outcome.ok ? null : [failureText(outcome.failure), outcome.failure.row, outcome.failure.value, outcome.failure.column];
    };
    const words = (value: string) =>
      `a return of ${value} takes the price to zero or below, or beyond the largest number. Check the unit of the returns, or leave them as returns`;
    expect(await refused(wide("AAA,BBB", A, [0.1, -0.5, -1, 0.2]), { compound: "fraction" })).toEqual([
      `Row 4: ${words("-1")}`,
      4,
      "-1",
      "BBB",
    ]);
    // The last row of the text is the first by date.
    const mixed = "symbol,date,ret_pct\nAAA,2024-01-03,1\nBBB,2024-01-03,2\nAAA,2024-01-02,-1\nBBB,2024-01-02,-100\n";
    expect(await refused(mixed, { compound: "auto" })).toEqual([`Row 5: ${words("-100%")}`, 5, "-100", "BBB"]);
  });

  it("states which symbols were read as returns, and offers to compound them", async () => {
    const panel = await series(wide("AAA log_ret,BBB return %", A, times100(B)), { panel: INNER });
    expect(panel.columns.map(({ role }) => role)).toEqual(["log-return", "return"]);
    const { returns } = panel.quality;
    expect(returns && returnsWords(returns, panel.quality.panel)).toBe(
      "2 symbols: log returns as fractions (AAA log_ret), returns in percent (BBB return %); not compounded into prices",
    );
    expect(fixesOf(panel, null).returns).toEqual([
      { label: "Compound into prices", choose: { compound: "auto" }, done: "Returns compounded into prices from 100" },
    ]);
    // A batch reads each column as a separate series.
    const alone = await columnOf(panel, "AAA log_ret", await testContext());
    expect(alone.ok && alone.value.columns[0].role).toBe("log-return");
    const gathered = assetsOfDataset(panel, { assetsFrom: "dataset", portfolio: null, weights: {}, kind: "auto", returnUnit: "auto" });
    expect(gathered.ok && gathered.value.assets.map(({ kind, unit }) => [kind, unit])).toEqual([
      ["log-returns", "fraction"],
      ["returns", "percent"],
    ]);
  });

  it("is one of prices once compounded, even where returns are requested", async () => {
    const panel = await compounded(wide("AAA log_ret,BBB return %,Index", A, times100(B), [100, 101, 99, 102]));
    for (const kind of ["returns", "log-returns"] as const) {
      const asked = panel.columns.map((column) => simpleAsked(panel, column, kind));
      expect(asked.map((one) => [one.kind, one.unit])).toEqual([
        ["auto", "auto"],
        ["auto", "auto"],
        [kind, "auto"],
      ]);
      for (const [place, column] of panel.columns.slice(0, 2).entries()) {
        const symbol = await taken(panel, place);
        const one = { values: column.values, kind: "auto", unit: "auto" };
        expect(simpleAsked(symbol, columnFor(symbol, kind), kind)).toEqual(one);
        expect(returnsAsked(symbol, columnFor(symbol, kind), kind)).toEqual(one);
      }
    }
    // Without compounding, each keeps its own unit, and so does the choice.
    const read = await taken(await series(wide("AAA return,BBB return %", A, times100(B)), { panel: INNER }), 1);
    expect(simpleAsked(read, columnFor(read, "returns"), "returns")).toMatchObject({ kind: "returns", unit: "percent" });
  });

  it("with prices in the analyzed symbol states what the others are, and offers to compound them and back", async () => {
    const text = wide("Index,A log_ret,B return %", [100, 101, 99, 102], A, times100(B));
    const words = "2 symbols: log returns as fractions (A log_ret), returns in percent (B return %)";
    for (const [compound, label, state] of [
      [undefined, "Compound into prices", "; not compounded into prices"],
      ["auto", "Do not compound", "; compounded into prices from 100 before the first row"],
    ] as const) {
      const panel = await series(text, { panel: INNER, compound });
      const returns = returnsOf(panel);
      expect(returns && returnsWords(returns, panel.quality.panel).replaceAll(" (compounded)", "")).toContain(`${words}${state}`);
      expect(fixesOf(panel, null).returns?.map((fix) => fix.label)).toEqual([label]);
      // A single-series tool still analyzes the index.
      expect(columnFor(panel, "returns").name).toBe("Index");
    }
    expect(returnsOf(await series(wide("AAA,BBB", [100, 101, 99, 102], [90, 91, 92, 93]), { panel: INNER }))).toBeUndefined();
  });

  it("passes its unit and compounded prices on to each symbol", async () => {
    const text = wide("AAA log_ret,BBB return %", A, times100(B));
    const panel = await series(text, { panel: INNER });
    const one = await taken(panel, 1);
    expect(one.quality.returns).toEqual({ column: "BBB return %", unit: "percent", log: false, compounded: false });
    expect([one.columns[0].role, one.quality.panel, one.quality.percents]).toEqual(["return", undefined, undefined]);
    const made = await taken(await compounded(text), 0);
    expect(made.quality.returns).toEqual({ column: "AAA log_ret (compounded)", unit: "fraction", log: true, compounded: true });
    expect(fixesOf(made, null).returns).toEqual([
      { label: "Do not compound", choose: { compound: undefined }, done: "Returns are not compounded" },
    ]);
    const cells = await series(
      wide(
        "AAA,BBB",
        A.map((value) => `${value}%`),
        B.map((value) => `${value}%`),
      ),
      { panel: INNER },
    );
    expect([cells.quality.percents, (await taken(cells, 1)).quality.percents]).toEqual([["BBB"], ["BBB"]]);
  });
});
