import { KantzAddBlock } from "../../build/layouts/chaos";
import { firstOf, Tree } from "./tree";
import { boxSquare, nearInLeaf, setQuery } from "./neighbors-tree";
import { limitOf, Search, squaredDistance } from "./search";

/**
 * Inserts into the list of a point's neighbors, sorted by square, then index: entries of 16 bytes, at most `most`. @returns the new length
 */
function insert(list: usize, length: i32, most: i32, square: f64, j: i32): i32 {
  let place = length;
  while (place > 0) {
    const before = list + (<usize>(place - 1) << 4);
    const nearer = load<f64>(before) < square || (load<f64>(before) == square && load<i32>(before, 8) < j);
    if (nearer) break;
    if (place < most) v128.store(before + 16, v128.load(before));
    place--;
  }
  if (place >= most) return length;
  const at = list + (<usize>place << 4);
  store<f64>(at, square);
  store<i32>(at, j, 8);
  return min(length + 1, most);
}

/** The nearest points within a distance of point i, at most `most`. @returns the length of the list */
function within(tree: usize, search: usize, i: i32, square: f64, most: i32, list: usize): i32 {
  const leaves = load<i32>(tree + Tree.leaves);
  const points = load<i32>(tree + Tree.points);
  const theiler = load<i32>(search + Search.theiler);
  const stack = load<usize>(tree + Tree.stack);
  let limit = limitOf(search, square);
  let length = 0;
  let top = stack;
  store<i32>(top, 1);
  top += 4;
  while (top > stack) {
    top -= 4;
    const node = load<i32>(top);
    if (boxSquare(tree, node) > limit) continue;
    if (node < leaves) {
      store<i32>(top, 2 * node + 1);
      store<i32>(top, 2 * node, 4);
      top += 8;
      continue;
    }
    const first = firstOf(points, node - leaves, leaves);
    const end = firstOf(points, node - leaves + 1, leaves) - first;
    let near = nearInLeaf(tree, node - leaves, limit);
    while (near != 0) {
      const place = ctz(near);
      near &= near - 1;
      if (place >= end) break;
      const j = load<i32>(load<usize>(tree + Tree.order) + (<usize>(first + place) << 2));
      if (abs(i - j) <= theiler) continue;
      const apart = squaredDistance(
        load<usize>(search + Search.values),
        i,
        j,
        load<i32>(search + Search.dimension),
        load<i32>(search + Search.lag),
      );
      if (apart < square) length = insert(list, length, most, apart, j);
    }
    // The list is full: from here on, only closer points matter.
    if (length == most) limit = limitOf(search, load<f64>(list + (<usize>(most - 1) << 4)));
  }
  return length;
}

/**
 * Adds to the sums of Kantz's curve the points i = from, from + every, … below `to` with at least `fewest` neighbors.
 *
 * All points that can be followed over the steps of the curve are used, as references and as neighbors. tseriesChaos uses one fewer, so its
 * curve is that of the series without its last value; and where the radius is below a hundredth of the range, the boxes it searches wrap
 * around and neighbors are missed. A step at which all neighbors coincide with the point is excluded from the mean, as the logarithm is
 * undefined.
 * @term Lyapunov exponent (Kantz)
 * @formula S(k) = mean over i of ln(mean over j in U(i) of || X[i + k] - X[j + k] ||), U(i) the nearest points within a radius
 * @source Kantz (1994), Physics Letters A 185
 * @tolerance tseriesChaos 0.1.13.1 lyap_k on maps, with and without noise, and on flows without their last value: 1e-12 for every k
 * @param block `KantzAddBlock`, declared in assembly/layouts/chaos.mjs
 */
export function kantzAdd(block: usize, from: i32, to: i32): void {
  const given = changetype<KantzAddBlock>(block);
  const tree = given.tree;
  const search = given.search;
  const every = given.every;
  const square = given.square;
  const most = given.most;
  const fewest = given.fewest;
  const steps = given.steps;
  const list = given.list;
  const means = given.means;
  const sums = given.sums;
  const values = load<usize>(search + Search.values);
  const dimension = load<i32>(search + Search.dimension);
  const lag = load<i32>(search + Search.lag);
  const counts = sums + (<usize>steps << 3);
  for (let i = from; i < to; i += every) {
    setQuery(tree, search, i);
    const found = within(tree, search, i, square, most, list);
    if (found < fewest) continue;
    memory.fill(means, 0, <usize>steps << 3);
    for (let entry = 0; entry < found; entry++) {
      const j = load<i32>(list + (<usize>entry << 4), 8);
      for (let k = 0; k < steps; k++) {
        const at = means + (<usize>k << 3);
        store<f64>(at, load<f64>(at) + Math.sqrt(squaredDistance(values, i + k, j + k, dimension, lag)));
      }
    }
    for (let k: usize = 0; k < <usize>steps; k++) {
      const mean = load<f64>(means + (k << 3)) / <f64>found;
      if (!(mean > 0.0)) continue;
      store<f64>(sums + (k << 3), load<f64>(sums + (k << 3)) + Math.log(mean));
      store<f64>(counts + (k << 3), load<f64>(counts + (k << 3)) + 1.0);
    }
  }
}
