import { describe, expect, it } from "vitest";
import { contour } from "../../workers/numerics/contour";

const along = (from: number, to: number, count: number) =>
  Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

describe("contour lines", () => {
  const axis = along(-1, 1, 41);
  const heights = (of: (x: number, y: number) => number) => ({
    x: axis,
    y: axis,
    values: Float64Array.from({ length: axis.length ** 2 }, (_, i) => of(axis[i % axis.length], axis[Math.floor(i / axis.length)])),
  });

  it("form a closed circle around the maximum of a paraboloid", () => {
    const edge = contour(
      heights((x, y) => -(x * x + y * y)),
      -0.35,
    );
    const ends = new Map<string, number>();
    for (let i = 0; i < edge.length; i += 2) {
      expect(Math.hypot(edge[i], edge[i + 1])).toBeCloseTo(Math.sqrt(0.35), 2.9);
      const end = `${edge[i].toFixed(9)} ${edge[i + 1].toFixed(9)}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    expect(edge.length).toBeGreaterThan(200);
    // Each point ends two segments.
    expect(new Set(ends.values())).toEqual(new Set([2]));
  });

  it("do not cross at a saddle", () => {
    const saddle = { x: Float64Array.of(0, 1), y: Float64Array.of(0, 1) };
    const corners = (...values: number[]) => ({ ...saddle, values: Float64Array.from(values) });
    // Corners (0, 0) and (1, 1) are high: they are connected if the center is high, and separate if it is low.
    expect(Array.from(contour(corners(3, -1, -1, 3), 0))).toEqual([0.75, 0, 1, 0.25, 0.25, 1, 0, 0.75]);
    expect(Array.from(contour(corners(1, -3, -3, 1), 0))).toEqual([0, 0.25, 0.25, 0, 1, 0.75, 0.75, 1]);
  });

  it("end where the height is undefined", () => {
    const edge = contour(
      heights((x, y) => (x > 0.2 ? Number.NaN : -(x * x + y * y))),
      -0.35,
    );
    expect(Math.max(...edge.filter((_, i) => i % 2 === 0))).toBeLessThanOrEqual(0.2 + 1e-12);
    expect(
      contour(
        heights(() => -1),
        0,
      ),
    ).toHaveLength(0);
  });
});
