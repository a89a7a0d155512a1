import { Search, squaredDistance, take } from "./search";
import { firstOf, LEAF, Tree } from "./tree";

/**
 * Square of the distance from the query to a node's box, in 32 bits.
 * @of neighborsDiagonal
 */
// @ts-ignore: decorator
@inline
export function boxSquare(tree: usize, node: i32): f32 {
  const bytes = <usize>load<i32>(tree + Tree.padded) << 2;
  const box = load<usize>(tree + Tree.boxes) + <usize>node * (bytes << 1);
  const query = load<usize>(tree + Tree.query);
  const zero = f32x4.splat(0);
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const value = v128.load(query + at);
    const outside = f32x4.pmax(f32x4.pmax(f32x4.sub(v128.load(box + at), value), f32x4.sub(value, v128.load(box + bytes + at))), zero);
    sum = f32x4.add(sum, f32x4.mul(outside, outside));
  }
  sum = f32x4.add(sum, i32x4.shuffle(sum, sum, 2, 3, 0, 1));
  return f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1);
}

/** Bit mask of the points in a leaf whose 32-bit squared distance from the query is at most `limit`. */
// @ts-ignore: decorator
@inline
export function nearInLeaf(tree: usize, leaf: i32, limit: f32): i32 {
  const dimension = load<i32>(tree + Tree.dimension);
  let at = load<usize>(tree + Tree.coordinates) + ((<usize>leaf * <usize>dimension) << 7);
  let query = load<usize>(tree + Tree.query);
  const end = query + (<usize>dimension << 2);
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let s4 = s0;
  let s5 = s0;
  let s6 = s0;
  let s7 = s0;
  for (; query < end; query += 4, at += 128) {
    const value = v128.load32_splat(query);
    const d0 = f32x4.sub(v128.load(at), value);
    const d1 = f32x4.sub(v128.load(at, 16), value);
    const d2 = f32x4.sub(v128.load(at, 32), value);
    const d3 = f32x4.sub(v128.load(at, 48), value);
    s0 = f32x4.add(s0, f32x4.mul(d0, d0));
    s1 = f32x4.add(s1, f32x4.mul(d1, d1));
    s2 = f32x4.add(s2, f32x4.mul(d2, d2));
    s3 = f32x4.add(s3, f32x4.mul(d3, d3));
    const d4 = f32x4.sub(v128.load(at, 64), value);
    const d5 = f32x4.sub(v128.load(at, 80), value);
    const d6 = f32x4.sub(v128.load(at, 96), value);
    const d7 = f32x4.sub(v128.load(at, 112), value);
    s4 = f32x4.add(s4, f32x4.mul(d4, d4));
    s5 = f32x4.add(s5, f32x4.mul(d5, d5));
    s6 = f32x4.add(s6, f32x4.mul(d6, d6));
    s7 = f32x4.add(s7, f32x4.mul(d7, d7));
  }
  const most = f32x4.splat(limit);
  const least = f32x4.pmin(
    f32x4.pmin(f32x4.pmin(s0, s1), f32x4.pmin(s2, s3)),
    f32x4.pmin(f32x4.pmin(s4, s5), f32x4.pmin(s6, s7)),
  );
  if (!v128.any_true(f32x4.le(least, most))) return 0;
  return (
    i32x4.bitmask(f32x4.le(s0, most)) |
    (i32x4.bitmask(f32x4.le(s1, most)) << 4) |
    (i32x4.bitmask(f32x4.le(s2, most)) << 8) |
    (i32x4.bitmask(f32x4.le(s3, most)) << 12) |
    (i32x4.bitmask(f32x4.le(s4, most)) << 16) |
    (i32x4.bitmask(f32x4.le(s5, most)) << 20) |
    (i32x4.bitmask(f32x4.le(s6, most)) << 24) |
    (i32x4.bitmask(f32x4.le(s7, most)) << 28)
  );
}

/** Loads point i as the query. */
export function setQuery(tree: usize, search: usize, i: i32): void {
  const dimension = load<i32>(tree + Tree.dimension);
  const query = load<usize>(tree + Tree.query);
  const stride = <usize>load<i32>(search + Search.lag) << 2;
  let at = load<usize>(search + Search.copy) + (<usize>i << 2);
  for (let d: usize = 0; d < <usize>dimension; d++, at += stride) store<f32>(query + (d << 2), load<f32>(at));
}

/** Scans a leaf for neighbors of point i. */
function look(tree: usize, search: usize, i: i32, leaf: i32): void {
  const limits = load<usize>(search + Search.limits);
  let near = nearInLeaf(tree, leaf, load<f32>(limits + (<usize>i << 2)));
  if (near == 0) return;
  const first = firstOf(load<i32>(tree + Tree.points), leaf, load<i32>(tree + Tree.leaves));
  const order = load<usize>(tree + Tree.order) + (<usize>first << 2);
  const end = firstOf(load<i32>(tree + Tree.points), leaf + 1, load<i32>(tree + Tree.leaves)) - first;
  while (near != 0) {
    const place = ctz(near);
    near &= near - 1;
    if (place >= end) return;
    consider(search, i, load<i32>(order + (<usize>place << 2)));
  }
}

/** Takes j as neighbor of i if it is far enough in time and close enough in space. */
function consider(search: usize, i: i32, j: i32): void {
  if (abs(i - j) <= load<i32>(search + Search.theiler)) return;
  const dimension = load<i32>(search + Search.dimension);
  take(search, i, j, squaredDistance(load<usize>(search + Search.values), i, j, dimension, load<i32>(search + Search.lag)));
}

/** Searches a subtree; returns the number of leaves scanned. */
function descend(tree: usize, search: usize, i: i32, root: i32, rootSquare: f32): i32 {
  const leaves = load<i32>(tree + Tree.leaves);
  const limit = load<usize>(search + Search.limits) + (<usize>i << 2);
  const stack = load<usize>(tree + Tree.stack);
  let looked = 0;
  let top = stack;
  store<i32>(top, root);
  store<f32>(top, rootSquare, 4);
  top += 8;
  while (top > stack) {
    top -= 8;
    const node = load<i32>(top);
    if (load<f32>(top, 4) > load<f32>(limit)) continue;
    if (node >= leaves) {
      look(tree, search, i, node - leaves);
      looked++;
      continue;
    }
    const left = boxSquare(tree, 2 * node);
    const right = boxSquare(tree, 2 * node + 1);
    const nearer = left <= right ? 2 * node : 2 * node + 1;
    store<i32>(top, nearer ^ 1);
    store<f32>(top, left <= right ? right : left, 4);
    store<i32>(top, nearer, 8);
    store<f32>(top, left <= right ? left : right, 12);
    top += 16;
  }
  return looked;
}

/**
 * Nearest neighbors by the kd-tree, for the points at positions [from, to) of the tree's order: own leaf first, then up the tree,
 * descending into each sibling whose box is close enough. The result is that of the plain search, as with `neighborsDiagonal`.
 * @source Bentley (1975), Friedman, Bentley and Finkel (1977)
 * @tolerance the same indices and the same bits of the distances as the plain 64-bit search
 * @param budget number of leaves after which it stops @returns the position to resume from
 */
export function neighborsTree(tree: usize, search: usize, from: i32, to: i32, budget: i32): i32 {
  const leaves = load<i32>(tree + Tree.leaves);
  const points = load<i32>(tree + Tree.points);
  const order = load<usize>(tree + Tree.order);
  const limits = load<usize>(search + Search.limits);
  const nearest = load<usize>(search + Search.nearest);
  let looked = 0;
  let place = from;
  // Rounding of the division may put the leaf one too low or too high.
  let leaf = <i32>((<i64>from * <i64>leaves) / <i64>points);
  while (leaf > 0 && firstOf(points, leaf, leaves) > from) leaf--;
  for (; place < to && looked < budget; place++) {
    while (firstOf(points, leaf + 1, leaves) <= place) leaf++;
    const i = load<i32>(order + (<usize>place << 2));
    setQuery(tree, search, i);
    if (place > 0) {
      const known = load<i32>(nearest + (<usize>load<i32>(order + (<usize>(place - 1) << 2)) << 2));
      if (known >= 0) consider(search, i, known);
    }
    look(tree, search, i, leaf);
    looked++;
    for (let node = leaf + leaves; node > 1; node >>= 1) {
      const square = boxSquare(tree, node ^ 1);
      if (square <= load<f32>(limits + (<usize>i << 2))) looked += descend(tree, search, i, node ^ 1, square);
    }
  }
  store<i64>(tree + Tree.visited, load<i64>(tree + Tree.visited) + <i64>looked);
  return place;
}

/** Leaves (of up to 32 points) scanned by the queries since `treeStart`. */
export function treeVisited(tree: usize): f64 {
  return <f64>load<i64>(tree + Tree.visited);
}
