import { describe, expect, it } from "vitest";
import { candlePaths } from "../../src/charts/candle-paths";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { columnsOf } from "../../src/charts/csv-columns";
import { extentOf } from "../../src/charts/extent";
import { logTicks, percentTicks } from "../../src/charts/number-ticks";
import { chosenPanes, withVolume } from "../../src/charts/price-panes";
import { rangePresets } from "../../src/charts/range-presets";
import { rowWords, seriesText } from "../../src/charts/row-text";
import { frameIn, frameOf } from "../../src/charts/series-paths";
import { sameRow } from "../../src/charts/shared-cursor";
import { DAY } from "../../workers/contract";

const close = Float64Array.of(11, 9, 10);
const range = { open: Float64Array.of(10, 11, 9), high: Float64Array.of(12, 11.5, 10), low: Float64Array.of(9.5, 8, 9) };
const volume = Float64Array.of(100, 200, 1500);
const price: ChartPane = {
  key: "price",
  share: 4,
  digits: 1,
  series: [{ key: "close", label: "Close", kind: "line", color: "accent", values: close, price: { range, volume } }],
};
const days = (count: number, first = Date.UTC(2020, 0, 1)): ChartAxis => ({
  kind: "time",
  values: Float64Array.from({ length: count }, (_, i) => first + i * DAY),
  label: "Date",
});

describe("a price", () => {
  it("is drawn as chosen, with volume below, and as a line if there are only closes", () => {
    const drawn = chosenPanes([price], { style: "candles", scale: "log", volume: true });
    expect(drawn.map(({ key, scale, series }) => [key, scale, series[0].kind])).toEqual([
      ["price", "log", "candles"],
      ["price-volume", undefined, "bars"],
    ]);
    const closes = { ...price, series: [{ ...price.series[0], price: { range: null, volume: null } }] } as ChartPane;
    expect(chosenPanes([closes], { style: "candles", scale: "linear", volume: true })[0].series[0].kind).toBe("line");
    expect(chosenPanes([closes], { style: "area", scale: "linear", volume: true })[0].series[0].kind).toBe("area");
  });

  it("is read out, displayed and saved with open, high, low and close, however it is drawn", () => {
    expect(rowWords(days(3), withVolume([price]), 1)).toBe("2020-01-02: Close open 11.0, high 11.5, low 8.0, close 9.0, Volume 200");
    expect(seriesText(price, price.series[0], 1)).toBe("O 11.0  H 11.5  L 8.0  C 9.0");
    const names = columnsOf(days(3), withVolume([price])).map(({ name }) => name);
    expect(names).toEqual(["Date", "Close, open", "Close, high", "Close, low", "Close, close", "Volume"]);
  });

  it("has an axis from the lowest low to the highest high", () => {
    const pane = chosenPanes([price], { style: "sticks", scale: "linear", volume: false })[0];
    const [low, high] = extentOf(pane, [{ x: Float64Array.of(0, 1, 2), y: close, ...range }], { low: -0.5, high: 2.5 });
    expect(low).toBeLessThan(8);
    expect(high).toBeGreaterThan(12);
    const [least, most] = extentOf({ ...pane, scale: "log" }, [{ x: Float64Array.of(0, 1, 2), y: close, ...range }], {
      low: -0.5,
      high: 2.5,
    });
    // The same factor below and above.
    expect(8 / least).toBeCloseTo(most / 12, 12);
  });
});

describe("candles", () => {
  type Rect = [x: number, y: number, width: number, height: number];
  const pen = () => {
    const rects: Rect[] = [];
    const refuse = () => {
      throw new Error("no rectangle");
    };
    return { rects, rect: (...rect: Rect) => void rects.push(rect), moveTo: refuse, lineTo: refuse, arc: refuse, closePath: refuse };
  };
  // 8 to 12 on 400 pixels: 100 pixels per unit, 12 at the top.
  const frame = frameIn({ left: 0, top: 0, width: 300, height: 400 }, { low: -0.5, high: 2.5 }, [8, 12], 1);
  const samples = { x: Float64Array.of(0, 1, 2), y: close, ...range };

  it("extend from low to high, and are falling if the close is below the open", () => {
    const { up, down } = candlePaths(frame, "candles", samples, pen);
    const ends = (rects: Rect[], x: number) => {
      const own = rects.filter(([left, , width]) => Math.abs(left + width / 2 - x) < 50);
      return [Math.min(...own.map(([, y]) => y)), Math.max(...own.map(([, y, , height]) => y + height))];
    };
    expect(ends(up.rects, 50)).toEqual([0, 250]);
    expect(ends(down.rects, 150)).toEqual([50, 400]);
    expect(ends(up.rects, 250)).toEqual([200, 300]);
    // A falling candle is filled from open to close.
    expect(down.rects).toContainEqual([116, 100, 69, 200]);
    // A rising candle is an outline, one pixel wide on each side.
    expect(Math.max(...up.rects.map(([, , width, height]) => Math.min(width, height)))).toBe(1);
  });

  it("skip a row without a price", () => {
    const hole = { ...samples, y: Float64Array.of(11, Number.NaN, 10) };
    expect(candlePaths(frame, "sticks", hole, pen).down.rects).toEqual([]);
  });
});

describe("scales", () => {
  it("give equal ratios equal distances on a log scale, and place values not above zero below the plot", () => {
    const { y } = frameOf({ view: { low: 0, high: 1 }, extent: [10, 1000], log: true }, { left: 0, top: 0, width: 100, height: 200 });
    expect([y(1000), y(100), y(10)].map((at) => Math.round(at))).toEqual([0, 100, 200]);
    expect(y(-5)).toBeGreaterThan(200);
    expect(Number.isFinite(y(0))).toBe(true);
  });

  it("label a log scale by 1, 2 and 5, fewer over many decades, and a short range by round numbers", () => {
    expect(logTicks(8, 600, 6).map(({ text }) => text)).toEqual(["10", "20", "50", "100", "200", "500"]);
    expect(logTicks(0.9, 2e6, 5).map(({ at }) => at)).toEqual([1, 10, 100, 1000, 1e4, 1e5, 1e6]);
    expect(logTicks(100, 130, 5).map(({ at }) => at)).toEqual([100, 110, 120, 130]);
  });

  it("label percentages relative to the base, at the corresponding values", () => {
    expect(percentTicks(40, 100, 50, 4).map(({ at, text }) => [at, text])).toEqual([
      [50, "0%"],
      [75, "50%"],
      [100, "100%"],
    ]);
  });
});

describe("range presets", () => {
  it("count months back from the last row, and offer only ranges shorter than the series", () => {
    const { values } = days(400, Date.UTC(2023, 1, 25));
    const presets = rangePresets(values as Float64Array, 400);
    // 2024-03-30 is the last day; a month before is the 29th of February.
    const dates = presets.map(({ label, view }) => [label, new Date((values as Float64Array)[view.low + 0.5]).toISOString().slice(0, 10)]);
    expect(dates).toEqual([
      ["1M", "2024-02-29"],
      ["3M", "2023-12-30"],
      ["6M", "2023-09-30"],
      ["YTD", "2024-01-01"],
      ["1Y", "2023-03-30"],
    ]);
  });
});

describe("a cursor shared by charts", () => {
  const of = (axis: ChartAxis, rows: number) => ({ rows, data: { axis } });
  it("is at the same time on another chart, or the last one before", () => {
    const weekly = { ...days(10), values: Float64Array.from({ length: 10 }, (_, i) => Date.UTC(2020, 0, 1) + 7 * i * DAY) };
    expect(sameRow(of(days(60), 60), 14, of(weekly, 10))).toBe(2);
    expect(sameRow(of(days(60), 60), 16, of(weekly, 10))).toBe(2);
    expect(sameRow(of(days(60, Date.UTC(2019, 0, 1)), 60), 5, of(weekly, 10))).toBeNull();
    expect(sameRow(of(days(90), 90), 80, of(weekly, 10))).toBeNull();
  });

  it("is at the same observation if both have equally many, and nowhere on a numeric axis", () => {
    const counted: ChartAxis = { kind: "index", values: null, label: "Row" };
    expect(sameRow(of(counted, 9), 4, of(counted, 9))).toBe(4);
    expect(sameRow(of(counted, 9), 4, of(counted, 8))).toBeNull();
    const measured: ChartAxis = { kind: "number", values: Float64Array.of(1, 2), label: "Lag" };
    expect(sameRow(of(measured, 2), 1, of(measured, 2))).toBeNull();
  });
});
