import { describe, expect, it } from "vitest";
import { choiceWords } from "../../src/analysis/data/reading-words";
import { findJumps } from "../../workers/ingest/jobs/find-jumps";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import { Remembered } from "../../workers/ingest/remembered";
import { nearestSplits } from "../../workers/ingest/split-ratios";
import { splitName } from "../../workers/series";
import { failureText, resultOf } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";
import { names, primary, read, series } from "./ingest";

const context = testContext();
const at = (day: number) => Date.UTC(2024, 0, day);
const CSV = "Date,Close,Volume\n2024-01-02,400,10\n2024-01-03,404,10\n2024-01-04,102,40\n2024-01-05,103,40\n";
const jumpsOf = async (source: string, options = {}) => {
  return resultOf(findJumps({ series: await series(source, options) }, await context));
};
const refusal = async (source: string, splits: { time: number; shares: number }[]) => {
  const outcome = await read(source, { splits });
  return outcome.ok ? null : failureText(outcome.failure);
};

describe("a jump marked as a split", () => {
  it("is found with its nearest simple ratios", async () => {
    const { count, jumps } = await jumpsOf(CSV);
    expect([count, jumps.map(({ time, before, after }) => [time, before, after])]).toEqual([1, [[at(4), 404, 102]]]);
    expect(jumps[0].splits.map(({ name }) => name)).toEqual(["4:1", "5:1", "3:1"]);
    expect(jumps[0].splits[0].rest).toBeCloseTo(408 / 404 - 1, 15);
    for (const [before, after, name] of [
      [90, 60.2, "3:2"],
      [10, 99, "1:10"],
      [100, 5.1, "20:1"],
      [60, 91, "2:3"],
    ] as const)
      expect(nearestSplits(before, after)[0].name).toBe(name);
  });

  it("has the same name everywhere", () => {
    for (const [shares, name] of [
      [4, "4:1"],
      [1 / 7, "1:7"],
      [1.5, "3:2"],
      [2 / 3, "2:3"],
      [1.25, "5:4"],
      [1 / 97, "1:97"],
      [Math.PI, "3.1416:1"],
    ] as const)
      expect(splitName(shares)).toBe(name);
    expect(choiceWords({ splits: [{ time: at(4), shares: 1.5 }] })).toBe("splits marked on 2024-01-04 (3:2)");
  });

  it("adjusts earlier prices and volumes in separate columns, and reports it", async () => {
    const found = await series(CSV, { splits: [{ time: at(4), shares: 4 }] });
    expect(names(found)).toEqual(["Close", "Volume (adjusted)", "Volume", "Close (adjusted)"]);
    expect(primary(found)).toEqual([100, 101, 102, 103]);
    expect([...found.columns[0].values]).toEqual([400, 404, 102, 103]);
    expect([...found.columns[1].values]).toEqual([40, 40, 40, 40]);
    expect(found.quality.adjusted).toEqual({ column: "Close", splits: 1, dividends: 0, volume: "Volume" });
    expect(found.quality.jumps.count).toBe(0);
    // The adjustment can be inspected and undone: the jump is shown for prices as read.
    expect((await jumpsOf(CSV, { splits: [{ time: at(4), shares: 4 }] })).jumps).toHaveLength(1);
  });

  it("gives the same numbers as an explicit split column", async () => {
    const told = CSV.split("\n")
      .map((line, row) => line && `${line},${row === 0 ? "Split" : row === 3 ? 4 : 0}`)
      .join("\n");
    const splits = [{ time: at(4), shares: 4 }];
    const close = primary(await series(told, { uses: [null, null, null, "split"], adjust: "splits" }));
    expect([
      primary(await series(CSV, { splits })),
      primary(await series(told, { uses: [null, null, null, "split"], adjust: "splits", splits })),
    ]).toEqual([close, close]);
  });

  it("needs dates, a row on its date, and unadjusted prices", async () => {
    expect(await refusal(CSV, [{ time: at(9), shares: 4 }])).toBe("There is no longer a row dated 2024-01-09: mark the split again");
    expect(await refusal("1\n2\n9\n", [{ time: 0, shares: 4 }])).toBe("Prices are adjusted in date order: a date column is needed");
    expect(await refusal(CSV.replace("Close", "Adj Close"), [{ time: at(4), shares: 4 }])).toMatch(/^Adj Close is already adjusted/);
    expect(findJumps({ series: await series("1\n2\n9\n") }, await context).ok).toBe(false);
  });

  it("applies to one text only: the form's next text has none", async () => {
    const splits = [{ time: at(4), shares: 4 }];
    const form = (await series(CSV, { splits })).quality.chosen?.form;
    const remembered = [{ form, options: { splits, decimal: "point" } }];
    const next = await readSeries({ source: CSV, name: "next", origin: "file", remembered }, await context);
    expect(next.ok && next.value.quality.adjusted).toBeUndefined();
    for (const shares of [0, -2, Number.NaN, Number.POSITIVE_INFINITY, "4"])
      expect(new Remembered([{ form: "a", options: { splits: [{ time: 0, shares }] } }]).of("a")).toEqual({});
  });
});
