import { searchCopyBlock, searchStartBlock } from "../../assembly/build/chaos-layouts.js";
import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";

/** Delay embedding of a series into points (x[i], x[i + lag], …, x[i + (dimension - 1) lag]). */
export interface Embedding {
  dimension: Count;
  lag: Count;
  /** Neighbors must be more than this many steps apart in time. */
  theiler: Count;
}

/** A column in the kernels' memory, with the mean and scale that standardize it. */
export interface ScaledColumn {
  address: number;
  n: Count;
  mean: number;
  deviation: number;
}

interface Neighbors {
  /** Address of the search state that the kernels continue from. */
  search: number;
  /** Address of the index of each point's neighbor (32-bit, -1 for none), and of the squared distances. */
  nearest: number;
  squares: number;
  points: Count;
  method: "tree" | "diagonal";
}

export type ChaosKernels = KernelsOf<"chaos">;
export type NeighborMethod = Neighbors["method"] | "auto";

const SEARCH_BYTES = 64;
/** Pairs, or leaf coordinates, per call: about 0.3 ms, and five times that before the engine has optimized the code. */
const PAIRS_PER_CALL = 1_000_000;
const COORDINATES_PER_CALL = 500_000;
/** Work per call when building nodes: points times coordinates sorted and boxed. */
const BUILT_PER_CALL = 200_000;
const LEAF = 32;
const LAGS_TOGETHER = 8;
/** Number of points below which the exhaustive search finishes before a tree is built. */
const MIN_FOR_TREE = 600;
const PROBES = 64;
/** The tree pays off if its queries visit less than this fraction of the points. */
const MAX_VISITED = 0.08;

/** Number of points of an embedding that can be followed for `future` steps. */
export const pointsOf = (n: Count, { dimension, lag }: Embedding, future: Count): Count => n - (dimension - 1) * lag - future;

export type Search = Omit<Neighbors, "method">;

/** Makes a 32-bit copy of the column and begins a search in which no point has a neighbor yet. */
export function openSearch(
  context: JobContext,
  chaos: ChaosKernels,
  { address, n, mean, deviation }: ScaledColumn,
  { dimension, lag, theiler }: Embedding,
  points: Count,
): Search {
  const { arena } = context;
  const padding = (dimension + 1) * lag + 16;
  const copy = arena.takeBytes((n + padding) * 4);
  const squares = arena.take(points);
  const nearest = arena.takeBytes(points * 4);
  const limits = arena.takeBytes((points + 16) * 4);
  const search = arena.takeBytes(SEARCH_BYTES);
  const scale = 1 / deviation;
  let largest = 0;
  const block = arena.block(searchCopyBlock, { values: address, n, mean, scale, copy, padding });
  inChunks(context, n, CHUNK, (from, to) => {
    largest = Math.max(largest, chaos.searchCopy(block, from, to));
  });
  chaos.searchStart(
    arena.block(searchStartBlock, {
      values: address,
      copy,
      scale,
      largest,
      dimension,
      lag,
      points,
      theiler,
      best: squares,
      nearest,
      limits,
    }),
    search,
  );
  return { search, nearest, squares, points };
}

/**
 * Nearest neighbors of the first `points` points, in arena memory that remains allocated: call it within a scope. The choice of method only
 * affects the time: both give the indices of the plain 64-bit search.
 */
export function findNeighbors(
  context: JobContext,
  chaos: ChaosKernels,
  column: ScaledColumn,
  embedding: Embedding,
  points: Count,
  method: NeighborMethod = "auto",
): Neighbors {
  const found = openSearch(context, chaos, column, embedding, points);
  const tree = method === "diagonal" || (method === "auto" && points < MIN_FOR_TREE) ? null : buildTree(context, chaos, found, embedding);
  if (tree !== null && (method === "tree" || probe(chaos, tree, found) < MAX_VISITED)) {
    walkTree(context, chaos, tree, found, embedding);
    return { ...found, method: "tree" };
  }
  walkDiagonals(context, chaos, found, embedding);
  return { ...found, method: "diagonal" };
}

/** Builds the kd-tree over a search's points. */
export function buildTree(context: JobContext, chaos: ChaosKernels, { search, points }: Search, { dimension }: Embedding): number {
  const tree = context.arena.takeBytes(chaos.treeBytes(points, dimension));
  const nodes = 2 * chaos.treeStart(tree, search);
  for (let node = 1; node < nodes; ) {
    context.checkpoint();
    const level = 1 << (31 - Math.clz32(node));
    const count = Math.max(1, Math.floor((BUILT_PER_CALL * level) / (points * (dimension + 4))));
    const next = Math.min(node + count, 2 * level);
    chaos.treeBuild(tree, search, node, next);
    node = next;
  }
  return tree;
}

/** Fraction of the points visited by queries spread over the tree. */
function probe(chaos: ChaosKernels, tree: number, { search, points }: Search): number {
  const before = chaos.treeVisited(tree);
  for (let k = 0; k < PROBES; k++) {
    const place = Math.floor(((k + 0.5) * points) / PROBES);
    chaos.neighborsTree(tree, search, place, place + 1, 1);
  }
  return ((chaos.treeVisited(tree) - before) * LEAF) / (PROBES * points);
}

function walkTree(context: JobContext, chaos: ChaosKernels, tree: number, { search, points }: Search, { dimension }: Embedding): void {
  const budget = Math.max(1, Math.floor(COORDINATES_PER_CALL / (LEAF * (dimension + 4))));
  for (let place = 0; place < points; ) {
    context.checkpoint();
    place = chaos.neighborsTree(tree, search, place, points, budget);
  }
}

function walkDiagonals(context: JobContext, chaos: ChaosKernels, { search, points }: Search, { dimension, theiler }: Embedding): void {
  const { arena } = context;
  const blocks = arena.takeBytes(64 * dimension);
  for (let from = theiler + 1; from < points; ) {
    context.checkpoint();
    const lags = Math.max(1, Math.floor(PAIRS_PER_CALL / (LAGS_TOGETHER * (points - from)))) * LAGS_TOGETHER;
    const to = Math.min(from + lags, points);
    chaos.neighborsDiagonal(search, blocks, from, to);
    from = to;
  }
}
