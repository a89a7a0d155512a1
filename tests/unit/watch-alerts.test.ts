import { expect, it } from "vitest";
import { alertWords, compared, holds, type WatchAlert } from "../../src/state/watch/alerts";
import type { WatchedFigures } from "../../workers/batch/jobs/watch-series";

const figures = (drawdown: number, action: string | null = "Hold"): WatchedFigures => ({
  length: 500,
  to: null,
  kind: "values",
  last: 100,
  day: null,
  month: { ratio: 0.05, steps: 21 },
  volatility: 0.2,
  valueAtRisk: 0.02,
  lookback: 252,
  maxDrawdown: -0.5,
  drawdown,
  byTool: null,
  regime: { value: null, reason: "too short" },
  decision: action === null ? { value: null, reason: "returns" } : { value: { action, explanation: "" }, reason: null },
  outline: new Float64Array(),
});
const deep: WatchAlert = { id: "d", field: "drawdown", comparison: "below", threshold: -10 };
const sells: WatchAlert = { id: "s", field: "decision", comparison: "turns", word: "Sell" };
const rows = (entries: Record<string, WatchedFigures>) => new Map(Object.entries(entries));

it("is put in words", () => {
  expect(alertWords(deep)).toBe("Drawdown below −10%");
  expect(alertWords({ ...deep, field: "valueAtRisk", comparison: "above", threshold: 2.5 })).toBe("VaR above 2.5%");
  expect(alertWords(sells)).toBe("Decision turns Sell");
});

it("holds only beyond the threshold, and is undefined for a missing figure", () => {
  expect([figures(-0.11), figures(-0.1), figures(0)].map((row) => holds(deep, row))).toEqual([true, false, false]);
  expect(holds({ ...deep, field: "day" }, figures(0))).toBeNull();
  expect(holds({ id: "r", field: "regime", comparison: "turns", word: "Bear" }, figures(0))).toBeNull();
  expect(holds(sells, figures(0, null))).toBeNull();
});

it("notifies once when it starts to hold, and again after it has stopped holding", () => {
  const first = compared([deep], rows({ A: figures(-0.2), B: figures(0) }), {});
  expect(first.met).toEqual([{ alert: deep, title: "Drawdown below −10%", detail: "A −20.00%" }]);
  const same = compared([deep], rows({ A: figures(-0.21), B: figures(0) }), first.held);
  expect(same.met).toEqual([]);
  const better = compared([deep], rows({ A: figures(-0.05) }), same.held);
  expect(better.met).toEqual([]);
  expect(compared([deep], rows({ A: figures(-0.3), B: figures(-0.3) }), better.held).met[0].detail).toBe("A −30.00%, B −30.00%");
});

it("a word counts as turned only if it was another before", () => {
  const first = compared([sells], rows({ A: figures(0, "Sell"), B: figures(0, "Hold") }), {});
  expect(first.met).toEqual([]);
  const next = compared([sells], rows({ A: figures(0, "Sell"), B: figures(0, "Sell") }), first.held);
  expect(next.met[0]).toMatchObject({ title: "Decision turns Sell", detail: "B Sell" });
});

it("names a few of many series, and forgets deleted alerts", () => {
  const many = rows(Object.fromEntries(Array.from({ length: 9 }, (_, k) => [`S${k}`, figures(-0.5)])));
  const found = compared([deep], many, { gone: { A: true } });
  expect(found.met[0].detail).toBe("S0 −50.00%, S1 −50.00%, S2 −50.00%, S3 −50.00% and 5 more series");
  expect(Object.keys(found.held)).toEqual(["d"]);
});

it.each(["__proto__", "constructor", "toString"])("notifies once about a series or an alert named %s", (name) => {
  const named = new Map([[name, figures(-0.5)]]);
  for (const alert of [deep, { ...deep, id: name }]) {
    const first = compared([alert], named, {});
    expect(first.met).toHaveLength(1);
    // As the device gives it back.
    const again = compared([alert], named, structuredClone(first.held));
    expect(again.met).toEqual([]);
    expect(compared([alert], new Map([[name, figures(0)]]), again.held).met).toEqual([]);
  }
});
