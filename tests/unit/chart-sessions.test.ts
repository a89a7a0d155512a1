import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangePresets } from "../../src/charts/range-presets";
import { isIntraday, sessionStarts, sessionsOf } from "../../src/charts/sessions";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 2024-01-08, a Monday. */
const MONDAY = Date.UTC(2024, 0, 8);

/** Weekday bars of a market with these UTC trading hours; above 24 is the next day. */
function bars(days: number, [open, close]: [number, number], minutes: number, isPaused = (_: number) => false): Float64Array {
  const times: number[] = [];
  for (let day = 0; day < days; day++) {
    if (day % 7 > 4) continue;
    for (let minute = open * 60; minute < close * 60; minute += minutes) {
      if (!isPaused(minute / 60)) times.push(MONDAY + day * DAY + minute * MINUTE);
    }
  }
  return Float64Array.from(times);
}
const whole = (times: Float64Array) => ({ low: -0.5, high: times.length - 0.5 });
const startsOf = (times: Float64Array, width = 900) => sessionStarts(times, whole(times), width);

describe("sessions", () => {
  it("begin when a market opens, also across midnight, with a lunch break, and in daylight-saving time", () => {
    const newYork = bars(12, [14.5, 21], 15);
    expect(startsOf(newYork)).toEqual(Array.from({ length: 9 }, (_, i) => 26 * (i + 1)));
    const sydney = bars(12, [23, 29], 30);
    expect(startsOf(sydney)).toEqual(Array.from({ length: 9 }, (_, i) => 12 * (i + 1)));
    const tokyo = bars(5, [0, 6], 5, (hour) => hour >= 2.5 && hour < 3.5);
    expect(startsOf(tokyo)).toEqual([60, 120, 180, 240]);
    // From March on everything is an hour earlier.
    const bothTimes = Float64Array.from([...bars(5, [14.5, 21], 30), ...bars(5, [13.5, 20], 30).map((time) => time + 84 * DAY)]);
    expect(startsOf(bothTimes)).toEqual(Array.from({ length: 9 }, (_, i) => 13 * (i + 1)));
  });

  it("begin at midnight if a market never closes, for any bar size", () => {
    for (const hours of [1, 4, 12]) {
      const times = Float64Array.from({ length: (10 * 24) / hours }, (_, i) => MONDAY + i * hours * HOUR);
      expect(startsOf(times)).toEqual(Array.from({ length: 9 }, (_, i) => ((i + 1) * 24) / hours));
    }
  });

  it("do not exist for daily or rarer rows, duplicate times, a single row, or rows without dates", () => {
    for (const step of [DAY, 7 * DAY, 30 * DAY])
      expect(sessionsOf(Float64Array.from({ length: 90 }, (_, i) => MONDAY + i * step))).toBeNull();
    expect(sessionsOf(Float64Array.of(MONDAY))).toBeNull();
    expect(sessionsOf(new Float64Array(0))).toBeNull();
    expect(startsOf(new Float64Array(50).fill(MONDAY))).toEqual([]);
    expect(startsOf(new Float64Array(50).fill(Number.NaN))).toEqual([]);
    expect(isIntraday({ kind: "index", values: null, label: "Row" })).toBe(false);
    expect(isIntraday({ kind: "number", values: bars(5, [14.5, 21], 15), label: "x" })).toBe(false);
  });

  it("are those in view, and hidden where they would be too dense", () => {
    const times = bars(40, [14.5, 21], 15);
    expect(sessionStarts(times, { low: 100, high: 160 }, 900)).toEqual([104, 130, 156]);
    expect(sessionStarts(times, { low: 103.5, high: 129.4 }, 900)).toEqual([104]);
    expect(startsOf(times, 400)).toEqual([]);
  });

  it("are found by examining a few thousand of a million rows", () => {
    let looks = 0;
    const minutes = bars(5_000, [14.5, 21], 1);
    const watched = new Proxy(minutes, {
      get: (target, key) => {
        if (typeof key === "string" && /^\d+$/.test(key)) looks++;
        const value = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    expect(sessionsOf(watched)?.rows).toBe(390);
    expect(looks).toBeLessThan(10_000);
    looks = 0;
    expect(sessionStarts(watched, { low: 1_000_000, high: 1_004_000 }, 900)).toHaveLength(10);
    expect(looks).toBeLessThan(300);
  });

  it("never split a day's rows, whatever the times", () => {
    const moments = fc.array(fc.integer({ min: 0, max: 60 * 24 * 60 }), { minLength: 2, maxLength: 300 });
    fc.assert(
      fc.property(moments, (minutes) => {
        const times = Float64Array.from(minutes.map((minute) => MONDAY + minute * MINUTE)).sort();
        const starts = startsOf(times, 10_000);
        const found = sessionsOf(times);
        const day = (row: number) => Math.floor((times[row] - (found?.turn ?? 0)) / DAY);
        const changes = Array.from(times.keys()).filter((row) => row > 0 && day(row) !== day(row - 1));
        expect(starts).toEqual(found ? changes : []);
      }),
    );
  });
});

describe("intraday range presets", () => {
  it("are the last session and the last five, followed by those in months", () => {
    const times = bars(60, [14.5, 21], 30);
    const presets = rangePresets(times, times.length).map(({ label, view }) => [label, times.length - (view.low + 0.5)]);
    expect(presets.slice(0, 2)).toEqual([
      ["1D", 13],
      ["5D", 65],
    ]);
    expect(presets[2][0]).toBe("1M");
    const short = bars(3, [14.5, 21], 30);
    expect(rangePresets(short, short.length).map(({ label }) => label)).toEqual(["1D"]);
  });
});
