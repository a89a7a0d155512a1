import { Search } from "./search";

/**
 * A balanced kd-tree over the points of an embedding, in one block of memory. Node k has the children 2k and 2k + 1; node p of a level with
 * c nodes holds the points order[p n / c .. (p + 1) n / c). A leaf's coordinates are stored coordinate by coordinate, 32 points each.
 */
// biome-ignore format: one field per line
export namespace Tree {
  export const leaves: usize = 0;
  export const points: usize = 4;
  export const dimension: usize = 8;
  /**
 * Dimension rounded up to whole vectors of four.
 * @of neighborsDiagonal
 */
  export const padded: usize = 12;
  export const order: usize = 16;
  export const boxes: usize = 20;
  export const coordinates: usize = 24;
  export const query: usize = 28;
  export const stack: usize = 32;
  /** Leaves scanned by the queries so far. */
  export const visited: usize = 40;
  export const scratch: usize = 48;
}
export const LEAF: i32 = 32;
const HEAD: usize = 64;
const STACK_BYTES: usize = 8 * 128;
/** Farther than any point; its square fits into 32 bits. */
const FAR: f32 = 1e15;

function leavesOf(points: i32): i32 {
  let leaves = 1;
  while ((points + leaves - 1) / leaves > LEAF) leaves *= 2;
  return leaves;
}

const paddedOf = (dimension: i32): i32 => (dimension + 3) & ~3;
const whole = (bytes: usize): usize => (bytes + 63) & ~63;

/** Bytes of a tree over `points` points. */
export function treeBytes(points: i32, dimension: i32): usize {
  const leaves = <usize>leavesOf(points);
  const padded = <usize>paddedOf(dimension);
  return HEAD + whole(<usize>points << 2) + whole(leaves * padded << 4) + whole(leaves * <usize>dimension << 7) + whole(padded << 2) + STACK_BYTES;
}

/** Lays out a tree in `treeBytes` bytes for the points of a search; `treeBuild` then builds nodes [1, 2 leaves). @returns the number of leaves */
export function treeStart(tree: usize, search: usize): i32 {
  const points = load<i32>(search + Search.points);
  const dimension = load<i32>(search + Search.dimension);
  const padded = paddedOf(dimension);
  const leaves = leavesOf(points);
  const order = tree + HEAD;
  const boxes = order + whole(<usize>points << 2);
  const coordinates = boxes + whole((<usize>leaves * <usize>padded) << 4);
  const query = coordinates + whole((<usize>leaves * <usize>dimension) << 7);
  store<i32>(tree + Tree.leaves, leaves);
  store<i32>(tree + Tree.points, points);
  store<i32>(tree + Tree.dimension, dimension);
  store<i32>(tree + Tree.padded, padded);
  store<usize>(tree + Tree.order, order);
  store<usize>(tree + Tree.boxes, boxes);
  store<usize>(tree + Tree.coordinates, coordinates);
  store<usize>(tree + Tree.query, query);
  store<usize>(tree + Tree.stack, query + whole(<usize>padded << 2));
  store<i64>(tree + Tree.visited, 0);
  memory.fill(query, 0, <usize>padded << 2);
  for (let i = 0; i < points; i++) store<i32>(order + (<usize>i << 2), i);
  return leaves;
}

/** First point of node p among `count` nodes of its level. */
export function firstOf(points: i32, p: i32, count: i32): i32 {
  return <i32>((<i64>points * <i64>p) / <i64>count);
}

/**
 * Quickselect (Hoare): moves the `rank`-th smallest of order[low..high], by the value at `key`, to its position, smaller ones before it.
 */
function select(order: usize, key: usize, low: i32, high: i32, rank: i32): void {
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    const a = valueAt(order, key, low);
    const b = valueAt(order, key, middle);
    const c = valueAt(order, key, high);
    const pivot = max(min(a, b), min(max(a, b), c));
    let left = low;
    let right = high;
    while (left <= right) {
      while (valueAt(order, key, left) < pivot) left++;
      while (valueAt(order, key, right) > pivot) right--;
      if (left > right) break;
      const swap = load<i32>(order + (<usize>left << 2));
      store<i32>(order + (<usize>left << 2), load<i32>(order + (<usize>right << 2)));
      store<i32>(order + (<usize>right << 2), swap);
      left++;
      right--;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}

// @ts-ignore: decorator
@inline
function valueAt(order: usize, key: usize, place: i32): f32 {
  return load<f32>(key + (<usize>load<i32>(order + (<usize>place << 2)) << 2));
}

/** Builds the nodes [from, to), in order from 1 to 2 leaves: boxes, halves along the widest side, and the leaves' coordinates. */
export function treeBuild(tree: usize, search: usize, from: i32, to: i32): void {
  const leaves = load<i32>(tree + Tree.leaves);
  const points = load<i32>(tree + Tree.points);
  const order = load<usize>(tree + Tree.order);
  const copy = load<usize>(search + Search.copy);
  const lag = load<i32>(search + Search.lag);
  for (let node = from; node < to; node++) {
    const count = 1 << (31 - clz(node));
    const first = firstOf(points, node - count, count);
    const end = firstOf(points, node - count + 1, count);
    const widest = fillBox(tree, order, copy, lag, node, first, end);
    if (node < leaves) {
      const middle = firstOf(points, 2 * (node - count) + 1, 2 * count);
      if (middle > first && middle < end) select(order, copy + ((<usize>widest * <usize>lag) << 2), first, end - 1, middle);
    } else {
      fillLeaf(tree, order, copy, lag, node - leaves, first, end);
    }
  }
}

/** Minimum and maximum coordinates of a node's points. @returns the coordinate with the widest range */
function fillBox(tree: usize, order: usize, copy: usize, lag: i32, node: i32, first: i32, end: i32): i32 {
  const dimension = load<i32>(tree + Tree.dimension);
  const padded = load<i32>(tree + Tree.padded);
  const box = load<usize>(tree + Tree.boxes) + ((<usize>node * <usize>padded) << 3);
  const top = box + (<usize>padded << 2);
  memory.fill(box, 0, <usize>padded << 3);
  let widest = 0;
  let width: f32 = -1;
  for (let d = 0; d < dimension; d++) {
    const key = copy + ((<usize>d * <usize>lag) << 2);
    let low = f32x4.splat(f32.MAX_VALUE);
    let high = f32x4.splat(-f32.MAX_VALUE);
    let place = first;
    for (; place + 3 < end; place += 4) {
      // The root's points are in their order in time.
      const values =
        node == 1
          ? v128.load(key + (<usize>place << 2))
          : f32x4(valueAt(order, key, place), valueAt(order, key, place + 1), valueAt(order, key, place + 2), valueAt(order, key, place + 3));
      low = f32x4.pmin(low, values);
      high = f32x4.pmax(high, values);
    }
    let least = f32.MAX_VALUE;
    let largest = -f32.MAX_VALUE;
    for (; place < end; place++) {
      least = min(least, valueAt(order, key, place));
      largest = max(largest, valueAt(order, key, place));
    }
    for (let lane: usize = 0; lane < 16; lane += 4) {
      v128.store(tree + Tree.scratch, low);
      least = min(least, load<f32>(tree + Tree.scratch + lane));
      v128.store(tree + Tree.scratch, high);
      largest = max(largest, load<f32>(tree + Tree.scratch + lane));
    }
    store<f32>(box + (<usize>d << 2), least);
    store<f32>(top + (<usize>d << 2), largest);
    if (largest - least > width) {
      width = largest - least;
      widest = d;
    }
  }
  return widest;
}

function fillLeaf(tree: usize, order: usize, copy: usize, lag: i32, leaf: i32, first: i32, end: i32): void {
  const dimension = load<i32>(tree + Tree.dimension);
  let out = load<usize>(tree + Tree.coordinates) + ((<usize>leaf * <usize>dimension) << 7);
  for (let d = 0; d < dimension; d++) {
    const key = copy + ((<usize>d * <usize>lag) << 2);
    for (let place = first; place < first + LEAF; place++, out += 4) store<f32>(out, place < end ? valueAt(order, key, place) : FAR);
  }
}
