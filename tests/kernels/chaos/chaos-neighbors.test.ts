import { beforeAll, describe, expect, it } from "vitest";
import { type ChaosKernels, type Embedding, findNeighbors, pointsOf } from "../../../workers/chaos/neighbors";
import type { JobContext } from "../../../workers/runtime/job";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { plainNeighbors, plainSquare } from "../reference/chaos";
import { logistic, lorenz, noise, scaled } from "./chaos-series";

let context: JobContext;
let chaos: ChaosKernels;
beforeAll(async () => {
  context = await testContext();
  chaos = await context.load("chaos");
});

const EMBEDDINGS: Embedding[] = [
  { dimension: 1, lag: 1, theiler: 0 },
  { dimension: 2, lag: 1, theiler: 10 },
  { dimension: 3, lag: 5, theiler: 20 },
  { dimension: 5, lag: 3, theiler: 7 },
  { dimension: 8, lag: 1, theiler: 20 },
  { dimension: 10, lag: 2, theiler: 60 },
];

function neighbors(values: Float64Array, embedding: Embedding, points: number, method: "tree" | "diagonal" | "auto") {
  return context.arena.scope(() => {
    const found = findNeighbors(context, chaos, scaled(context, values), embedding, points, method);
    return {
      indices: new Int32Array(context.kernels.memory.buffer, found.nearest, points).slice(),
      squares: context.arena.view(found.squares, points).slice(),
      method: found.method,
    };
  });
}

/** Heavy tails, clustering, ticks (many ties), an outlier, smooth and periodic series. */
async function series(): Promise<Record<string, Float64Array>> {
  const garch = (await goldenColumn("series/syn_garch11_t6_5000.csv", "ret")) ?? new Float64Array();
  const plain = noise(900);
  const outlier = plain.slice();
  outlier[450] = 1e6;
  return {
    noise: plain,
    garch: garch.slice(0, 1500),
    ticks: plain.map((x) => Math.round(4 * x) / 4),
    outlier,
    walk: plain.map(
      (
        (sum) => (x: number) =>
          (sum += x)
      )(0),
    ),
    lorenz: lorenz(1200, [10, 28, 8 / 3], 0.02, 500),
    periodic: Float64Array.from({ length: 600 }, (_, t) => [0.5, 0.875, 0.38, 0.83][t % 4]),
  };
}

describe("nearest neighbors", () => {
  it("diagonals and tree give the same indices and squared distances as a plain 64-bit search, bit for bit", async () => {
    for (const [name, values] of Object.entries(await series())) {
      for (const embedding of EMBEDDINGS) {
        const { dimension, lag, theiler } = embedding;
        const points = pointsOf(values.length, embedding, 19);
        const expected = plainNeighbors(values, dimension, lag, theiler, points);
        const squares = Float64Array.from(expected, (j, i) =>
          j < 0 ? Number.POSITIVE_INFINITY : plainSquare(values, i, j, dimension, lag),
        );
        for (const method of ["diagonal", "tree"] as const) {
          const found = neighbors(values, embedding, points, method);
          expect(found.indices, `${name}, m = ${dimension}, ${method}`).toEqual(expected);
          expect(found.squares, `${name}, m = ${dimension}, ${method}`).toEqual(squares);
        }
      }
    }
  });

  it("the tree is chosen for low-dimensional data, the diagonals for noise in many dimensions", () => {
    const flow = lorenz(5000, [10, 28, 8 / 3], 0.02, 500);
    const random = noise(2500);
    const methodOf = (values: Float64Array, dimension: number) =>
      neighbors(values, { dimension, lag: 1, theiler: 20 }, 2400, "auto").method;
    expect(methodOf(flow, 3)).toBe("tree");
    expect(methodOf(flow, 8)).toBe("tree");
    expect(methodOf(random, 2)).toBe("tree");
    expect(methodOf(random, 10)).toBe("diagonal");
  });

  it("scaling and shifting the values changes no index", () => {
    const values = logistic(700);
    const embedding = { dimension: 3, lag: 1, theiler: 10 };
    const plain = neighbors(values, embedding, 650, "auto");
    // Powers of two and shifts without rounding are exact in 64 bits.
    const shifted = values.map((x) => Math.round(x * 2 ** 40) / 2 ** 40);
    const base = neighbors(shifted, embedding, 650, "auto").indices;
    expect(
      neighbors(
        shifted.map((x) => x + 64),
        embedding,
        650,
        "auto",
      ).indices,
    ).toEqual(base);
    for (const factor of [2 ** -300, 2 ** 300, -1]) {
      expect(
        neighbors(
          values.map((x) => factor * x),
          embedding,
          650,
          "auto",
        ).indices,
      ).toEqual(plain.indices);
    }
  });

  it("points without a neighbor get -1: every pair is within the Theiler window", () => {
    expect(neighbors(noise(100), { dimension: 2, lag: 1, theiler: 95 }, 90, "auto").indices).toEqual(new Int32Array(90).fill(-1));
    expect(neighbors(noise(100), { dimension: 2, lag: 1, theiler: 95 }, 90, "tree").indices).toEqual(new Int32Array(90).fill(-1));
  });
});
