import { beforeAll, describe, expect, it } from "vitest";
import { columnsOf, MAX_STEPS } from "../../../workers/factors/formula/check";
import { type FormulaAsset, formulaData } from "../../../workers/factors/formula/data";
import { FormulaEvaluator } from "../../../workers/factors/formula/evaluate";
import { COLUMNS, type Expression, partsOf, written } from "../../../workers/factors/formula/expression";
import { FUNCTIONS } from "../../../workers/factors/formula/functions";
import { crossed, grow, mutated } from "../../../workers/factors/formula/grow";
import { proveFormula } from "../../../workers/factors/formula/prove";
import { readFormula } from "../../../workers/factors/formula/read";
import { checkFormula } from "../../../workers/factors/jobs/check-formula";
import { Draws } from "../../../workers/numerics/draws";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { plainPairs, plainRankAcross, plainRankSoFar, plainRoll, plainRollPair, plainWindows } from "../reference/formula";

const LOOKBACK = 60;
let context: JobContext;
let kernels: KernelsOf<"factors">;

/** Random bars; volume has gaps and zeros. */
function bars(n: number, seed: number): Required<FormulaAsset> & { volume: Float64Array; open: Float64Array } {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  let price = 100;
  const values = Float64Array.from({ length: n }, () => {
    price *= Math.exp(0.02 * (draw() - 0.5));
    return Math.round(price * 100) / 100;
  });
  const open = values.map((value) => value * (1 + 0.01 * (draw() - 0.5)));
  const high = values.map((value, t) => Math.max(value, open[t]) * (1 + 0.005 * draw()));
  const low = values.map((value, t) => Math.min(value, open[t]) * (1 - 0.005 * draw()));
  const volume = values.map((_, t) => (t % 41 === 7 ? Number.NaN : t % 53 === 5 ? 0 : Math.round(1000 * draw())));
  return { values, open, high, low, volume };
}

const tree = (text: string): Expression => {
  return resultOf(readFormula(text));
};

/** Values of a formula by asset. */
function worked(text: string | Expression, assets: readonly FormulaAsset[]): Float64Array[] {
  const expression = typeof text === "string" ? tree(text) : text;
  const n = assets[0].values.length;
  return context.arena.scope(() => {
    const out = context.arena.take(n * assets.length);
    const data = formulaData(context, assets, columnsOf(expression), { from: 0, to: n, lookback: LOOKBACK });
    new FormulaEvaluator(context, kernels, data).evaluate(expression, out);
    return assets.map((_, i) => context.arena.view(out, n * assets.length).slice(i * n, (i + 1) * n));
  });
}

/** Relative to the larger of both and 1, within 1e-11: sums of up to 60 values in another order. */
function close(actual: Float64Array, expected: Float64Array | number[]) {
  expect(actual.length).toBe(expected.length);
  for (const [t, value] of actual.entries()) {
    if (Number.isNaN(expected[t])) expect(value, `row ${t}`).toBeNaN();
    else expect(Math.abs(value - expected[t]) / Math.max(1, Math.abs(expected[t])), `row ${t}`).toBeLessThan(1e-11);
  }
}

const asset = bars(300, 5);
const { values, open, volume } = asset;
const one = (text: string) => worked(text, [asset])[0];
const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("factors");
});

describe("values, against plain twins", () => {
  for (const [name, of] of Object.entries(plainWindows))
    it(name, () => {
      close(one(`${name}(close, 7)`), plainRoll(values, 7, of));
      close(one(`${name}(volume, 3)`), plainRoll(volume, 3, of));
    });
  for (const [name, of] of Object.entries(plainPairs))
    it(name, () => close(one(`${name}(close, volume, 6)`), plainRollPair(values, volume, 6, of)));

  it("rank of one series: percentile over the lookback", () => close(one("rank(volume)"), plainRankSoFar(volume, LOOKBACK, 20)));

  it("a constant window has no correlation", () => {
    for (const value of one("correlation(close, sign(close), 5)")) expect(value).toBeNaN();
  });

  it("shifts, changes and returns", () => {
    close(
      one("delay(close, 3)"),
      values.map((_, t) => values[t - 3] ?? Number.NaN),
    );
    close(
      one("delta(close, 2)"),
      values.map((value, t) => value - (values[t - 2] ?? Number.NaN)),
    );
    close(
      one("returns"),
      values.map((value, t) => value / (values[t - 1] ?? Number.NaN) - 1),
    );
    close(
      one("delay(close, -2)"),
      values.map((_, t) => values[t + 2] ?? Number.NaN),
    );
  });

  it("arithmetic, with non-numbers missing", () => {
    close(
      one("(close - open) / open ^ 2"),
      values.map((value, t) => (value - open[t]) / open[t] ** 2),
    );
    close(
      one("close / volume"),
      values.map((value, t) => finite(value / volume[t])),
    );
    close(
      one("log(volume)"),
      volume.map((value) => (value > 0 ? Math.log(value) : Number.NaN)),
    );
    close(
      one("(close - open) ^ 0.5"),
      values.map((value, t) => (value >= open[t] ? Math.sqrt(value - open[t]) : Number.NaN)),
    );
    close(
      one("signedpower(close - open, 0.5)"),
      values.map((value, t) => Math.sign(value - open[t]) * Math.sqrt(Math.abs(value - open[t]))),
    );
    close(
      one("sign(close - open) * abs(-close)"),
      values.map((value, t) => Math.sign(value - open[t]) * value),
    );
    close(
      one("min(close, open) + max(close, open)"),
      values.map((value, t) => value + open[t]),
    );
    close(
      one("if(volume > 500, close, -open)"),
      volume.map((value, t) => (Number.isNaN(value) ? Number.NaN : value > 500 ? values[t] : -open[t])),
    );
    close(
      one("if(close != close, 1, 2 * 3)"),
      values.map(() => 6),
    );
  });

  it("across assets: percentiles and shares within the step", () => {
    const assets = [bars(80, 1), bars(80, 2), bars(80, 3), bars(80, 4)];
    const ranks = worked("rank(volume)", assets);
    const shares = worked("scale(close - open)", assets);
    for (let t = 0; t < 80; t++) {
      close(
        Float64Array.from(ranks, (column) => column[t]),
        plainRankAcross(assets.map((each) => each.volume[t])),
      );
      const moves = assets.map((each) => each.values[t] - each.open[t]);
      const total = moves.reduce((sum, move) => sum + Math.abs(move), 0);
      close(
        Float64Array.from(shares, (column) => column[t]),
        moves.map((move) => move / total),
      );
    }
    // Time-series operators never mix assets.
    for (const [i, each] of assets.entries())
      expect(worked("ts_rank(delta(close, 1), 9)", assets)[i]).toEqual(worked("ts_rank(delta(close, 1), 9)", [each])[0]);
  });
});

describe("look-ahead check", () => {
  const prove = (text: string, assets: readonly FormulaAsset[]) => proveFormula(context, kernels, tree(text), assets, LOOKBACK);
  const sample = { series: "close", steps: "5", shift: "5", number: "2", condition: "close > open" };
  const wide = [bars(150, 11), bars(150, 12), bars(150, 13)];

  for (const { name, takes } of FUNCTIONS) {
    const text = `${name}(${takes.map((kind) => sample[kind]).join(", ")})`;
    it(`passes ${text}`, () => {
      for (const assets of name === "scale" ? [wide] : [[asset], wide]) {
        const proof = prove(text, assets);
        expect(proof).toMatchObject({ found: null, readsAhead: false });
        expect(proof.compared).toBeGreaterThan(1000);
      }
    });
  }

  it("passes every operator", () => {
    for (const operator of ["+", "-", "*", "/", "^"]) expect(prove(`close ${operator} volume`, [asset]).found).toBeNull();
    for (const operator of ["<", "<=", ">", ">=", "==", "!="]) expect(prove(`if(close ${operator} open, 1, 2)`, [asset]).found).toBeNull();
  });

  it("detects tomorrow's close at the last known row", () => {
    const { found } = prove("delay(close, -1)", [asset]);
    expect(found).toEqual({ row: 17, known: 17, early: null, late: values[17] });
    // Also when nested deeply, and for several assets.
    expect(prove("ts_mean(rank(delta(close, -3)), 4) * sign(open)", [asset]).found?.row).toBeGreaterThan(0);
    expect(prove("rank(delay(close, -1))", wide).found?.row).toBeGreaterThan(0);
  });

  it("detects scaling by the whole sample at its first row", () => {
    const { found } = prove("scale(close)", [asset]);
    expect(found?.row).toBe(1);
    expect(found?.early).toBeGreaterThan(found?.late ?? 0);
  });

  it("refuses look-ahead even if the values do not reveal it", () => {
    expect(prove("if(close < 0, delay(close, -1), close)", [asset])).toMatchObject({ found: null, readsAhead: true });
    expect(prove("scale(close)", wide)).toMatchObject({ found: null, readsAhead: false });
  });

  it("passes random formulas, which also parse back to themselves", () => {
    context.arena.scope(() => {
      const draws = new Draws(context, 3);
      const soil = { columns: COLUMNS, assets: 3, depth: 3 };
      let parent = grow(draws, soil);
      for (let i = 0; i < 60; i++) {
        const child =
          i % 3 === 0 ? grow(draws, soil) : i % 3 === 1 ? mutated(draws, soil, parent) : crossed(draws, parent, grow(draws, soil));
        const text = written(child);
        expect(written(tree(text)), text).toBe(text);
        expect(partsOf(child).length).toBeLessThan(120);
        expect(proveFormula(context, kernels, tree(text), wide, LOOKBACK), text).toMatchObject({ found: null, readsAhead: false });
        parent = child;
      }
    });
  });
});

describe("check-formula", () => {
  it("reports how a formula was parsed, what it reads, and that it was verified", async () => {
    const answer = resultOf(await checkFormula({ text: "Stddev(returns,20)", assets: [asset], lookback: LOOKBACK }, context));
    expect(answer).toMatchObject({ written: "ts_stddev(returns, 20)", columns: ["returns"], reach: 20, trouble: null });
    expect(answer.proof?.prefixes).toBeGreaterThan(20);
  });

  it("reports what is missing, and at which row a formula looks ahead", async () => {
    const trouble = async (text: string, assets: readonly FormulaAsset[]) => {
      const outcome = await checkFormula({ text, assets, lookback: LOOKBACK }, context);
      return outcome.ok ? outcome.value.trouble : failureText(outcome.failure);
    };
    const plain = { values, volume: null };
    expect(await trouble("open - volume", [plain])).toBe("not available: needs open, volume");
    expect(await trouble("delay(close, -1)", [plain])).toBe(
      `looks ahead: at row 17 it is missing on the first 17 rows and ${Number(values[17].toPrecision(6))} on all rows`,
    );
    expect(await trouble("if(close < 0, delay(close, -1), close)", [plain])).toBe("looks ahead: it reads later rows");
    expect(await trouble("clos", [plain])).toContain("at character 1");
    expect(await trouble("close", [])).toBe("Please enter market data");
  });

  it("estimates the cost in advance: what would take minutes is refused at once", async () => {
    const long = Float64Array.from({ length: 100_000 }, (_, i) => 100 + Math.sin(i));
    const text = `${"ts_mean(".repeat(39)}close${", 2000)".repeat(39)}`;
    // Only as many cancel checks as an immediate refusal needs.
    const found = resultOf(
      await checkFormula({ text, assets: [{ values: long, volume: null }], lookback: LOOKBACK }, await testContext(10)),
    );
    expect(found.proof).toBeNull();
    expect(found.operations).toBeGreaterThan(39 * 2000 * long.length);
    expect(found.trouble).toMatch(/would take about [\d,]+ billion operations on these rows, more than 20 billion/);
  });

  it("accepts what takes seconds, and cancels it between two checks", async () => {
    const long = Float64Array.from({ length: 100_000 }, (_, i) => 100 + Math.sin(i));
    const input = { text: "ts_mean(ts_mean(close, 2000), 2000)", assets: [{ values: long, volume: null }], lookback: LOOKBACK };
    await expect(checkFormula(input, await testContext(4))).rejects.toThrow(Canceled);
  });

  it("checks the cancel flag at least every million operations, about three milliseconds of work", async () => {
    const operations: Record<string, (...given: number[]) => number> = {
      rollWindow: (_, from, to, window) => 2 * window * (to - from),
      rankSoFar: (_, from, to, window) => window * (to - from),
      rollPair: (_, from, to) => 4 * MAX_STEPS * (to - from),
      shiftCells: (_, __, from, to) => 4 * (to - from),
      combineCells: (_, __, from, to) => 4 * (to - from),
      transformCells: (_, from, to) => 4 * (to - from),
      chooseCells: (_, __, ___, from, to) => 4 * (to - from),
    };
    const own = await testContext();
    let [sinceLook, most, total] = [0, 0, 0];
    const counted = new Proxy(await own.load("factors"), {
      get(of, name) {
        const kernel: unknown = Reflect.get(of, name);
        const cost = operations[String(name)];
        if (!cost || typeof kernel !== "function") return kernel;
        return (...given: number[]) => {
          total += cost(...given);
          sinceLook += cost(...given);
          most = Math.max(most, sinceLook);
          return kernel(...given);
        };
      },
    });
    own.checkpoint = () => {
      sinceLook = 0;
    };
    const nested = `correlation(ts_mean(ts_mean(close, ${MAX_STEPS}), ${MAX_STEPS}), delta(ts_rank(close, ${MAX_STEPS}), 1), ${MAX_STEPS})`;
    const expression = tree(`rank(if(${nested} > 0, log(close) ^ 2, -close))`);
    const values = Float64Array.from({ length: 9000 }, (_, i) => 100 + Math.sin(i));
    const data = formulaData(own, [{ values, volume: null }], columnsOf(expression), { from: 0, to: values.length, lookback: LOOKBACK });
    new FormulaEvaluator(own, counted, data).evaluate(expression, own.arena.take(values.length));
    expect(total).toBeGreaterThan(10 * MAX_STEPS * values.length);
    expect(most).toBeLessThanOrEqual(1_000_000);
  });
});
