import { DrawdownEpisodesBlock } from "../../build/layouts/risk";

/** Values of an episode: depth, index of its peak, of its trough, and of the recovery (-1 where there is none yet). */
const ENTRY: usize = 32;

/** Puts an episode into the table, deepest first; ties keep the earlier one first. */
function enter(table: usize, capacity: i32, depth: f64, peak: f64, trough: f64, recovery: f64): void {
  let at = capacity;
  while (at > 0 && load<f64>(table + <usize>(at - 1) * ENTRY) > depth) at--;
  if (at == capacity) return;
  const place = table + <usize>at * ENTRY;
  memory.copy(place + ENTRY, place, <usize>(capacity - 1 - at) * ENTRY);
  store<f64>(place, depth);
  store<f64>(place, peak, 8);
  store<f64>(place, trough, 16);
  store<f64>(place, recovery, 24);
}

/**
 * The deepest drawdown episodes. An episode runs from the last peak before the decline to the first value at or above it.
 *
 * Any chunks in ascending order give the same table. After the last chunk call once more with `from` = `to` = n: an unfinished episode is
 * recorded with recovery -1.
 * @of drawdownsOf
 * @param block `DrawdownEpisodesBlock`, declared in assembly/layouts/risk.mjs
 */
export function drawdownEpisodes(block: usize, from: i32, to: i32): void {
  const given = changetype<DrawdownEpisodesBlock>(block);
  const drawdowns = given.drawdowns;
  const n = given.n;
  const state = given.state;
  const table = given.table;
  const capacity = given.capacity;
  let inside = load<f64>(state) != 0.0;
  let depth = load<f64>(state, 8);
  let peak = load<f64>(state, 16);
  let trough = load<f64>(state, 24);
  for (let t = from; t < to; t++) {
    const now = load<f64>(drawdowns + (<usize>t << 3));
    if (now >= 0.0) {
      if (inside) enter(table, capacity, depth, peak, trough, <f64>t);
      inside = false;
      continue;
    }
    if (!inside) {
      inside = true;
      peak = <f64>(t - 1);
      depth = 0.0;
    }
    if (now < depth) {
      depth = now;
      trough = <f64>t;
    }
  }
  if (from == n && inside) {
    enter(table, capacity, depth, peak, trough, -1.0);
    inside = false;
  }
  store<f64>(state, inside ? 1.0 : 0.0);
  store<f64>(state, depth, 8);
  store<f64>(state, peak, 16);
  store<f64>(state, trough, 24);
}
