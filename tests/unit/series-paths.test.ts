import { describe, expect, it } from "vitest";
import { frameIn, seriesPaths } from "../../src/charts/series-paths";

type Rect = [x: number, y: number, width: number, height: number];

/** Writes rectangles down; bars are made of nothing else. */
function rectPen() {
  const rects: Rect[] = [];
  const refuse = () => {
    throw new Error("no rectangle");
  };
  return { rects, rect: (...rect: Rect) => void rects.push(rect), moveTo: refuse, lineTo: refuse, arc: refuse, closePath: refuse };
}

const WIDTH = 500;
/** Values from -10 to 10 stand on 0 to 200 pixels: zero at 100. */
const barsOf = (y: Float64Array) => {
  const frame = frameIn({ left: 0, top: 0, width: WIDTH, height: 200 }, { low: -0.5, high: y.length - 0.5 }, [-10, 10], 1);
  const x = Float64Array.from(y, (_, i) => i);
  return { frame, rects: seriesPaths(frame, "bars", { x, y }, rectPen).fill?.rects ?? [] };
};

describe("bars", () => {
  it("stand separately on zero while there is space", () => {
    const { rects } = barsOf(Float64Array.of(5, -5, Number.NaN, 0));
    expect(rects).toEqual([
      [62.5 - 60.5, 50, 121, 50],
      [187.5 - 60.5, 100, 121, 50],
      [437.5 - 60.5, 100, 121, 0],
    ]);
  });

  it("sharing pixels form one strip per pixel, from the lowest to the highest bar in it", () => {
    const y = Float64Array.from({ length: 4200 }, (_, i) => (i % 97 === 0 ? Number.NaN : 9 * Math.sin(i * 1.7)));
    const { frame, rects } = barsOf(y);
    expect(rects.length).toBeLessThanOrEqual(WIDTH);
    const ground = frame.y(0);
    const wanted = new Map<number, [number, number]>();
    for (let i = 0; i < y.length; i++) {
      if (Number.isNaN(y[i])) continue;
      const pixel = Math.floor(frame.x(i));
      const [upper, lower] = wanted.get(pixel) ?? [ground, ground];
      wanted.set(pixel, [Math.min(upper, frame.y(y[i])), Math.max(lower, frame.y(y[i]))]);
    }
    expect(rects).toEqual([...wanted].map(([pixel, [upper, lower]]) => [pixel, upper, 1, lower - upper]));
  });

  it("of zero height draw nothing where they share pixels", () => expect(barsOf(new Float64Array(2000)).rects).toEqual([]));
});

describe("a background color", () => {
  const frame = frameIn({ left: 0, top: 20, width: 600, height: 200 }, { low: 0, high: 6 }, [-10, 10], 1);
  const boxesOf = (x: number[], y: number[], side: 1 | -1) => {
    const column = Float64Array.from(y);
    return seriesPaths(frame, "band", { x: Float64Array.from(x), y: column, upper: column, side }, rectPen).fill?.rects;
  };

  it("fills the whole height where its column has the given sign, up to the next row", () => {
    const [rows, signs] = [
      [0, 1, 2, 3, 4],
      [1, 1, -1, Number.NaN, 1],
    ];
    expect(boxesOf(rows, signs, 1)).toEqual([
      [0, 20, 200, 200],
      [400, 20, 0, 200],
    ]);
    expect(boxesOf(rows, signs, -1)).toEqual([[200, 20, 100, 200]]);
  });

  it("fills a pixel of many rows if one of its extremes has the given sign", () => {
    const [pixels, extremes] = [
      [0, 0, 1, 1, 2, 2],
      [1, 1, -1, 1, -1, -1],
    ];
    expect(boxesOf(pixels, extremes, 1)).toEqual([[0, 20, 200, 200]]);
    expect(boxesOf(pixels, extremes, -1)).toEqual([[100, 20, 100, 200]]);
  });
});

describe("a frame", () => {
  it.each([
    ["the least numbers there are", [5e-324, 2e-323], 1e-323],
    ["the largest of both signs", [-1.7e308, 1.7e308], 0],
    ["common ones", [-10, 10], 3],
  ] as const)("places values between %s", (_, [low, high], value) => {
    const { y } = frameIn({ left: 0, top: 3, width: 100, height: 50 }, { low: 0, high: 1 }, [low, high], 1);
    expect([y(high), y(low)]).toEqual([3, 53]);
    expect(y(value)).toBeGreaterThan(3);
    expect(y(value)).toBeLessThan(53);
  });
});
