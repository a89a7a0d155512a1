import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChartReader, type Reading } from "../../src/charts/chart-reader";
import type { ChartPane } from "../../src/charts/chart-spec";
import { columnsOf } from "../../src/charts/csv-columns";
import { extentOf } from "../../src/charts/extent";
import { indexTicks, numberTicks } from "../../src/charts/number-ticks";
import { domainOf, rowAt, rowsWithin } from "../../src/charts/position";
import { rowWords } from "../../src/charts/row-text";
import { timeTicks } from "../../src/charts/time-ticks";
import { panBy, zoomAround } from "../../src/charts/view";
import { DAY } from "../../workers/contract";

/** Business days from 1984-01-01, with a run of holidays left out. */
const businessDays = (count: number): Float64Array => {
  const times: number[] = [];
  for (let time = Date.UTC(1984, 0, 1); times.length < count; time += DAY) {
    const weekday = new Date(time).getUTCDay();
    const holiday = time >= Date.UTC(1984, 6, 1) && time < Date.UTC(1984, 6, 20);
    if (weekday !== 0 && weekday !== 6 && !holiday) times.push(time);
  }
  return Float64Array.from(times);
};
const words = (ticks: { text: string }[]) => ticks.map(({ text }) => text);

describe("time labels", () => {
  const times = businessDays(1974);

  it("are at the first row of each year, including the first year", () => {
    const ticks = timeTicks(times, times.length, -0.5, 1973.5, 900);
    expect(words(ticks)).toEqual(["1984", "1985", "1986", "1987", "1988", "1989", "1990", "1991"]);
    for (const { at, text } of ticks) {
      expect(new Date(times[at]).getUTCFullYear()).toBe(Number(text));
      if (at > 0) expect(new Date(times[at - 1]).getUTCFullYear()).toBe(Number(text) - 1);
    }
  });

  it("show the year where it changes, and the month elsewhere", () => {
    expect(words(timeTicks(times, times.length, 150, 320, 600))).toEqual(["Sep 1984", "Oct", "Nov", "Dec", "1985", "Feb", "Mar", "Apr"]);
  });

  it("skip days on which the market was closed", () => {
    const ticks = timeTicks(times, times.length, 120, 140, 900);
    // One label per week; the two weeks of holidays share one, on the first day after them.
    expect(words(ticks)).toEqual(["1984-06-18", "Jun 25", "Jul 20", "Jul 30"]);
    for (const { at, text } of ticks) expect(new Date(times[at]).toISOString()).toContain(text.slice(-2));
  });

  it("show the date first, and times of day after it", () => {
    const minutes = Float64Array.from({ length: 600 }, (_, i) => Date.UTC(2024, 4, 6, 20) + i * 60_000);
    expect(words(timeTicks(minutes, 600, -0.5, 599.5, 600))).toEqual(["2024-05-06", "May 7", "03:00"]);
  });

  it("never overlap, and always exist", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1900 }),
        fc.integer({ min: 1, max: 1973 }),
        fc.integer({ min: 200, max: 1600 }),
        (from, span, width) => {
          const high = Math.min(1973, from + span);
          const ticks = timeTicks(times, times.length, from, high, width);
          expect(ticks.length).toBeGreaterThan(0);
          const perRow = width / (high - from);
          for (let i = 1; i < ticks.length; i++) expect((ticks[i].at - ticks[i - 1].at) * perRow).toBeGreaterThan(40);
        },
      ),
    );
  });
});

describe("number labels", () => {
  it("are round, with a true minus sign and as many decimals as their step", () => {
    expect(words(numberTicks(-1.2, 1.2, 5))).toEqual(["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
    expect(words(numberTicks(0, 3_200_000, 4))).toEqual(["0", "1M", "2M", "3M"]);
    expect(words(numberTicks(999_970, 1_000_000, 4))).toEqual(["999,970", "999,980", "999,990", "1,000,000"]);
    expect(words(numberTicks(1, 3, 8, 1))).toEqual(["1", "2", "3"]);
    expect(words(numberTicks(99.98, 100.02, 4))).toEqual(["99.98", "99.99", "100.00", "100.01", "100.02"]);
    // A low pane has space for two labels, and the rounded step leaves one, which does not define a scale.
    expect(words(numberTicks(-4.5, 4.2, 2.4))).toEqual(["−4", "−2", "0", "2", "4"]);
  });

  it("are short for very small numbers, and distinguish neighbors", () => {
    expect(words(numberTicks(0, 5e-13, 3))).toEqual(["0", "2.0E−13", "4.0E−13"]);
    expect(words(numberTicks(1e-7, 1.1e-7, 2))).toEqual(["1.00E−7", "1.05E−7", "1.10E−7"]);
    expect(words(numberTicks(100, 100.000_001, 2))).toEqual(["100.0000000", "100.0000005", "100.0000010"]);
  });

  it("count observations from one", () => {
    expect(indexTicks(-0.5, 9.5, 12)).toHaveLength(10);
    expect(indexTicks(-0.5, 9.5, 12)[0]).toEqual({ at: 0, text: "1" });
    expect(words(indexTicks(-0.5, 1973.5, 5))).toEqual(["1", "500", "1,000", "1,500"]);
  });
});

describe("zoom and pan", () => {
  const domain = { low: -0.5, high: 999.5 };
  const view = fc
    .tuple(fc.double({ min: 0, max: 800, noNaN: true }), fc.double({ min: 5, max: 190, noNaN: true }))
    .map(([low, span]) => ({ low, high: low + span }));

  it("keep the position under the pointer in place and the view within the data", () => {
    fc.assert(
      fc.property(
        view,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        (before, share, factor) => {
          const at = before.low + share * (before.high - before.low);
          const after = zoomAround(before, domain, factor, at, 1);
          expect((at - after.low) / (after.high - after.low)).toBeCloseTo(share, 9);
          expect(after.low).toBeGreaterThanOrEqual(domain.low);
          expect(after.high).toBeLessThanOrEqual(domain.high + 1e-9);
        },
      ),
    );
  });

  it("stop at the ends and keep the width", () => {
    expect(panBy({ low: 100, high: 200 }, domain, -500)).toEqual({ low: -0.5, high: 99.5 });
    expect(zoomAround({ low: 100, high: 200 }, domain, 1000, 150, 1)).toEqual(domain);
  });
});

describe("rows and positions", () => {
  const axis = { kind: "number" as const, values: Float64Array.of(-2, 0, 1, 8), label: "x" };

  it("find the nearest row of a numeric axis", () => {
    expect([-9, -1.1, -0.9, 0.4, 0.6, 4.4, 4.6, 99].map((x) => rowAt(axis, 4, x))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(rowsWithin(axis, 4, { low: -0.5, high: 2 })).toEqual({ first: 1, last: 2 });
  });

  it("show every row of an index axis in full", () => {
    expect(domainOf({ kind: "index", values: null, label: "n" }, 10)).toEqual({ low: -0.5, high: 9.5 });
  });
});

describe("the range of y", () => {
  const pane = (kind: "line" | "bars", fitsAxis?: boolean): ChartPane => ({
    key: "p",
    share: 1,
    series: [{ key: "s", label: "s", color: "accent", kind, values: new Float64Array(0), fitsAxis }],
  });
  const samples = { x: Float64Array.of(0, 1, 2, 3), y: Float64Array.of(5, Number.NaN, 7, 100) };
  const view = { low: 0, high: 2 };

  it("fits what is in view, with some padding", () => {
    const [low, high] = extentOf(pane("line"), [samples], view);
    expect(low).toBeGreaterThan(4.5);
    expect(low).toBeLessThan(5);
    expect(high).toBeGreaterThan(7);
    expect(high).toBeLessThan(7.5);
  });

  it("starts at zero for bars, and respects fixed ends", () => {
    expect(extentOf(pane("bars"), [samples], view)[0]).toBe(0);
    expect(extentOf({ ...pane("line"), range: [0, 100] }, [samples], view)).toEqual([0, 100]);
  });

  it("ignores background series", () => {
    const both: ChartPane = { ...pane("line"), series: [...pane("line").series, ...pane("bars", false).series] };
    const tall = { x: samples.x, y: Float64Array.of(50, 60, 70, 80) };
    expect(extentOf(both, [samples, tall], view)[1]).toBeLessThan(8);
  });

  it("exists without any number", () => {
    const [low, high] = extentOf(pane("line"), [{ x: samples.x, y: samples.y.map(() => Number.NaN) }], view);
    expect(high).toBeGreaterThan(low);
  });
});

it("a backdrop is only a color: no column in a file, no value read out", () => {
  const values = Float64Array.of(1, 2);
  const panes: ChartPane[] = [
    {
      key: "price",
      share: 1,
      series: [
        { key: "line", label: "Price", color: "text", kind: "line", values },
        { key: "ground", label: "Bull", color: "up", kind: "band", backdrop: 1, lower: values, upper: values },
        { key: "band", label: "Band", color: "warn", kind: "band", lower: values, upper: values },
      ],
    },
  ];
  const axis = { kind: "index", values: null, label: "Row" } as const;
  expect(columnsOf(axis, panes).map(({ name }) => name)).toEqual(["Price", "Band, lower", "Band, upper"]);
  expect(rowWords(axis, panes, 1)).toBe("2: Price 2.00, Band 2.00 to 2.00");
});

it("a factor shows fractions as percent wherever they are read, and leaves the column unchanged", () => {
  const values = Float64Array.of(-0.5, 0.25, Number.NaN);
  const fractions = { key: "a", label: "Drawdown", color: "down", kind: "area", values, factor: 100 } as const;
  const panes: ChartPane[] = [{ key: "drawdown", share: 1, unit: "%", digits: 1, series: [fractions, { ...fractions, factor: -100 }] }];
  const axis = { kind: "index", values: null, label: "Row" } as const;
  expect(rowWords(axis, panes, 0)).toBe("1: Drawdown \u221250.0%, Drawdown 50.0%");
  expect(columnsOf(axis, panes)[0]).toMatchObject({ values, factor: 100 });
  const [[first, second]] = new ChartReader(axis, panes, null).read(0, 3, 100, 3) as Reading;
  expect([[...first.y], [...second.y]]).toEqual([
    [-50, 25, Number.NaN],
    [50, -25, Number.NaN],
  ]);
  expect(values[0]).toBe(-0.5);
});
