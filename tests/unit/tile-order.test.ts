import * as v from "valibot";
import { expect, it } from "vitest";
import { CATEGORIES, inOrder, movePinned, moveWithin, pin, TILES_DEFAULT, tilesSchema, unpin } from "../../src/pages/dashboard/tile-order";
import { screenAt } from "../../src/routes";

const { Models, Risk } = CATEGORIES;

it("tiles are screens, each in one category", () => {
  const all = Object.values(CATEGORIES).flat();
  expect(new Set(all).size).toBe(all.length);
  for (const path of all) expect(screenAt(path), path).toBeDefined();
});

it("moving a tile within its category leaves the others unchanged", () => {
  const up = moveWithin(TILES_DEFAULT, Models, "/markov-regime", -1);
  expect(inOrder(Models, up)).toEqual(["/garch-model", "/markov-regime", "/market-curiosity", "/lyapunov"]);
  expect(inOrder(Risk, up)).toEqual(Risk);
  const both = moveWithin(moveWithin(up, Risk, "/risk-management", 1), Models, "/lyapunov", -1);
  expect(inOrder(Models, both)).toEqual(["/garch-model", "/markov-regime", "/lyapunov", "/market-curiosity"]);
  expect(inOrder(Risk, both)).toEqual(["/portfolio", "/risk-management"]);
  // Moved back, nothing is kept: the tiles are as delivered.
  expect(moveWithin(up, Models, "/markov-regime", 1)).toEqual(TILES_DEFAULT);
  expect(moveWithin(both, Models, "/lyapunov", 1)).toEqual({ pinned: [], order: [...both.order.slice(0, 2), ...inOrder(Models, up)] });
});

it("pinned tiles keep the order of pinning until they are moved, and stay in their category", () => {
  const pinned = pin(pin(pin(TILES_DEFAULT, "/backtester"), "/lyapunov"), "/demo");
  expect(movePinned(pinned, "/demo", -1).pinned).toEqual(["/backtester", "/demo", "/lyapunov"]);
  expect(unpin(pinned, "/lyapunov").pinned).toEqual(["/backtester", "/demo"]);
  expect(inOrder(Models, pinned)).toEqual(Models);
});

it("a tile missing from a stored order comes last; unknown and duplicate tiles are skipped", () => {
  expect(inOrder(Models, { pinned: [], order: ["/lyapunov", "/garch-model"] })).toEqual([
    "/lyapunov",
    "/garch-model",
    "/market-curiosity",
    "/markov-regime",
  ]);
  const stored = { pinned: ["/gone", "/demo", "/demo"], order: ["/", "/docs"] };
  expect(v.parse(tilesSchema, stored)).toEqual({ pinned: ["/demo"], order: ["/docs"] });
});
