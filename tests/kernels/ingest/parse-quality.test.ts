import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { LineNumbers } from "../../../workers/ingest/line-numbers";
import { keepLast, sortRows } from "../../../workers/ingest/order";
import { scanGaps, scanMissing, scanOrder, scanUnusual, scanValues } from "../../../workers/ingest/quality";
import { RowStore } from "../../../workers/ingest/rows";
import { EarlyDigests, hashColumns } from "../../../workers/series/hash";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { sortedRows } from "../reference/order";
import { dailyGaps, jumps } from "../reference/quality";
import { tablePlan } from "./plans";

const PLAN = tablePlan("comma", "ms", 1, { date: { kind: "ms", separator: "", settled: true, index: 0 } });
const context = testContext();

describe("order of rows", () => {
  const moment = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.double({ min: -8e15, max: 8e15, noNaN: true }).map((time) => time + 0),
    fc.constantFrom(0, 0.5, -0.5),
  );

  it("sorts like a stable comparison sort, and keeps the last of equal times", async () => {
    const given = await context;
    await fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 200 }), (times) => {
        const store = new RowStore(PLAN);
        for (const [row, time] of times.entries()) {
          store.lines.add(row, row + 1);
          store.append(Float64Array.of(time), [Float64Array.of(row)]);
        }
        keepLast(given, store);
        const { kept, left } = sortedRows(times);
        expect([...store.columns[0].subarray(0, store.length)]).toEqual(kept);
        expect([...store.lines.toArray(store.length)]).toEqual(kept.map((row) => row + 1));
        expect([...(store.times?.subarray(0, store.length) ?? [])]).toEqual(kept.map((row) => times[row]));
        expect(store.dropped.total).toBe(left.length);
        expect(store.dropped.list()[0]?.examples.map(({ row }) => row) ?? []).toEqual(left.slice(0, 5).map((row) => row + 1));
      }),
      { numRuns: runs(200), seed: 3 },
    );
  });

  it("keeps all rows with equal times in their original order if none is to be dropped", async () => {
    const given = await context;
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 60 }), (times) => {
        const store = new RowStore(PLAN);
        for (const [row, time] of times.entries()) {
          store.lines.add(row, row + 1);
          store.append(Float64Array.of(time), [Float64Array.of(row)]);
        }
        sortRows(given, store);
        const order = [...times.keys()].sort((a, b) => times[a] - times[b] || a - b);
        expect([...store.columns[0].subarray(0, store.length)]).toEqual(order);
        expect([...store.lines.toArray(store.length)]).toEqual(order.map((row) => row + 1));
        expect(store.dropped.total).toBe(0);
      }),
      { numRuns: runs(200), seed: 4 },
    );
  });

  it("works over several chunks, and counts decreases and ties", async () => {
    const n = 300_000;
    const times = Float64Array.from({ length: n }, (_, row) => (row * 7919) % (n - 1));
    const { kept } = sortedRows(times);
    const store = new RowStore(PLAN);
    store.lines.add(0, 0);
    store.append(times, [times]);
    keepLast(await context, store);
    expect(store.length).toBe(kept.length);
    expect([...store.lines.toArray(store.length)]).toEqual(kept);
    const descents = times.filter((time, row) => row > 0 && time < times[row - 1]).length;
    expect(scanOrder(await context, times)).toEqual({ descents, ties: 0 });
    expect(scanOrder(await context, store.times?.subarray(0, store.length) ?? times)).toEqual({ descents: 0, ties: 0 });
    expect(scanOrder(await context, Float64Array.of(1, 1, 2, 2, 2, 1))).toEqual({ descents: 1, ties: 3 });
  });
});

describe("gaps, jumps, zeros", () => {
  it("a daily series has a gap if more than four weekdays pass, counted one by one", async () => {
    const given = await context;
    const steps = fc.array(fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.integer({ min: 2, max: 12 }) }), {
      minLength: 1,
      maxLength: 80,
    });
    await fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), steps, fc.integer({ min: 0, max: DAY - 1 }), (start, days, clock) => {
        const times = [start];
        // Starts with twenty daily steps, so that the usual step is one day.
        for (const step of [...Array(20 + days.length).fill(1), ...days]) times.push(times[times.length - 1] + step);
        const moments = times.map((day) => day * DAY + clock);
        const gaps = dailyGaps(moments);
        const report = scanGaps(given, Float64Array.from(moments));
        expect(report.gaps).toBe(gaps);
        expect(report.longestGap === null).toBe(gaps === 0);
      }),
      { numRuns: runs(200), seed: 4 },
    );
  });

  it("Friday to Thursday is no gap, Friday to Friday is one", async () => {
    const friday = Date.UTC(2020, 0, 3);
    const week = Array.from({ length: 10 }, (_, day) => friday - (10 - day) * DAY);
    expect(scanGaps(await context, Float64Array.of(...week, friday, friday + 6 * DAY))).toEqual({ gaps: 0, longestGap: null });
    expect(scanGaps(await context, Float64Array.of(...week, friday, friday + 7 * DAY))).toEqual({ gaps: 1, longestGap: 7 * DAY });
  });

  it("any other series has a gap above four times its usual step", async () => {
    const hours = [0, 1, 2, 3, 7, 8, 13, 14].map((hour) => hour * 3_600_000);
    expect(scanGaps(await context, Float64Array.from(hours))).toEqual({ gaps: 1, longestGap: 5 * 3_600_000 });
  });

  it("suspicious rows are reported: stale quotes across chunks, stray weekends, future dates", async () => {
    const given = await context;
    const n = 300_000;
    const lines = LineNumbers.from(Float64Array.from({ length: n }, (_, index) => index + 2));
    const values = Float64Array.from({ length: n }, (_, index) => 100 + (index % 7));
    values.fill(5, 131_070, 131_076);
    values.fill(6, 200, 204);
    values.fill(7, n - 9);
    expect(scanUnusual(given, { times: null, values }, lines)).toEqual({
      unusual: { unchanged: { count: 2, rows: [131_072, n - 7], longest: 9 } },
    });
    expect(scanUnusual(given, { times: null, values: Float64Array.of(1, 1, 1, 1, 2, Number.NaN, Number.NaN, 3) }, lines)).toEqual({});

    const monday = Date.UTC(2024, 0, 1);
    const moving = (times: readonly number[]) => ({ times: Float64Array.from(times), values: Float64Array.from(times, (_, t) => t) });
    const business = Array.from({ length: 60 }, (_, t) => monday + (7 * Math.floor(t / 5) + (t % 5)) * DAY);
    expect(scanUnusual(given, moving(business), lines)).toEqual({});
    const stray = [...business.slice(0, 10), business[9] + 2 * DAY, ...business.slice(10)];
    expect(scanUnusual(given, moving(stray), lines)).toEqual({ unusual: { weekend: { count: 1, rows: [12] } } });
    // Cryptocurrencies trade every day.
    const everyDay = Array.from({ length: 60 }, (_, t) => monday + t * DAY);
    expect(scanUnusual(given, moving(everyDay), lines)).toEqual({});
    const now = business[57] - 2 * DAY;
    expect(scanUnusual(given, moving(business), lines, now)).toEqual({ unusual: { future: { count: 4, rows: [58, 59, 60, 61] } } });
  });

  it("unchanged values match a plain loop, wherever a run begins", async () => {
    const given = await context;
    const lines = new LineNumbers();
    lines.add(0, 1);
    const run = fc.tuple(fc.constantFrom(1, 2, Number.NaN), fc.integer({ min: 1, max: 12 }));
    const of = (lengths: [number, number][]) => lengths.flatMap(([value, length]) => Array<number>(length).fill(value));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 30 }), (lengths) => {
        const values = Float64Array.from(of(lengths));
        const begins: number[] = [];
        let longest = 0;
        for (let begin = 0, end = 1; begin < values.length; begin = end, end++) {
          while (values[end] === values[begin]) end++;
          if (end - begin < 5) continue;
          begins.push(begin + 1);
          longest = Math.max(longest, end - begin);
        }
        const expected = begins.length > 0 ? { count: begins.length, rows: begins.slice(0, 5), longest } : undefined;
        expect(scanUnusual(given, { times: null, values }, lines).unusual?.unchanged).toEqual(expected);
      }),
      { numRuns: runs(400) },
    );
  });

  it("jumps and zeros match a plain loop, across chunks", async () => {
    const n = 400_000;
    const values = Array.from({ length: n }, (_, index) => (index % 131_072 === 0 && index > 0 ? 300 : 100 + (index % 7)));
    const lines = LineNumbers.from(Float64Array.from({ length: n }, (_, index) => index + 2));
    const found = jumps(values, 0.4);
    const report = scanValues(await context, Float64Array.from(values), lines);
    expect(report.jumps).toEqual({ count: found.length, rows: found.slice(0, 5).map((index) => index + 2) });
    expect(report.zeroOrNegative).toEqual({ count: 0, rows: [] });
    values[262_144] = 0;
    values[399_999] = -1;
    expect(scanValues(await context, Float64Array.from(values), lines)).toEqual({
      zeroOrNegative: { count: 2, rows: [262_146, 400_001] },
      jumps: { count: 0, rows: [] },
    });
  });

  it("counts blanks per column", async () => {
    const columns = [
      { name: "a", role: "value" as const, values: Float64Array.of(1, 2, 3) },
      { name: "b", role: "value" as const, values: Float64Array.of(Number.NaN, 2, Number.NaN) },
    ];
    expect(scanMissing(await context, columns)).toEqual([{ column: "b", count: 2 }]);
  });
});

describe("hash", () => {
  it.each([true, false])("equal numbers have equal hashes; any changed bit changes the hash (cryptography: %s)", async (secure) => {
    const given = await context;
    const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    if (!secure) Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
    try {
      const values = Float64Array.from({ length: 600_000 }, (_, index) => Math.sin(index));
      const hash = await hashColumns([values], given);
      expect(await hashColumns([values.slice()], given)).toBe(hash);
      expect(hash).toMatch(secure ? /^[0-9a-f]{64}$/ : /^mixed[0-9a-f]{32}$/);
      const early = new EarlyDigests();
      for (const filled of [1, 524_287, 524_288, 600_000]) await early.add(values, filled);
      expect(early.of(values).length).toBe(secure ? 1 : 0);
      expect(await hashColumns([values], given, early)).toBe(hash);
      const hashes = new Set([hash, await hashColumns([values, values], given), await hashColumns([values.subarray(1)], given)]);
      for (const place of [0, 300_000, 599_999]) {
        const other = values.slice();
        other[place] = -other[place] || 1;
        hashes.add(await hashColumns([other], given));
      }
      hashes.add(await hashColumns([values.subarray(0, 100), values.subarray(100)], given));
      expect(hashes.size).toBe(7);
    } finally {
      if (own && !secure) Object.defineProperty(globalThis, "crypto", own);
      else if (!secure) Reflect.deleteProperty(globalThis, "crypto");
    }
  });
});
