import * as v from "valibot";
import { isSame } from "../../lib/is-same.ts";

export const CATEGORIES = {
  "AI Models": ["/llm-trader", "/alpha-miner", "/quant-edge-ai"],
  Analysis: ["/market-analysis", "/backtester", "/validation"],
  Risk: ["/risk-management", "/portfolio"],
  Models: ["/garch-model", "/market-curiosity", "/markov-regime", "/lyapunov"],
  Tools: ["/convert-data", "/strategy-builder"],
  Integration: ["/data-integration", "/test-api"],
  Support: ["/docs", "/status", "/demo"],
  Account: ["/subscription", "/clients", "/profile", "/settings"],
} as const;

const ALL: readonly string[] = Object.values(CATEGORIES).flat();
/** Duplicates, and paths a later version no longer has, are ignored. */
const paths = v.pipe(
  v.array(v.string()),
  v.transform((list) => [...new Set(list)].filter((path) => ALL.includes(path))),
);

export const tilesSchema = v.object({
  /** Shown above the categories, in this order. */
  pinned: paths,
  /** Tiles in the user's order; the others follow in default order. */
  order: paths,
});
export type Tiles = v.InferOutput<typeof tilesSchema>;
export const TILES_DEFAULT: Tiles = { pinned: [], order: [] };

/** Id of a tile's menu button in its category. */
export const arrangeId = (path: string): string => `arrange${path}`;

/** The tiles of a category in the user's order. */
export const inOrder = (own: readonly string[], { order }: Tiles): string[] => [
  ...order.filter((path) => own.includes(path)),
  ...own.filter((path) => !order.includes(path)),
];

/** A list with one entry moved by one place. */
export function moved(list: readonly string[], path: string, by: -1 | 1): string[] {
  const place = list.indexOf(path);
  const rest = list.filter((one) => one !== path);
  return [...rest.slice(0, place + by), path, ...rest.slice(place + by)];
}

export const pin = (tiles: Tiles, path: string): Tiles => ({ ...tiles, pinned: [...tiles.pinned, path] });
export const unpin = (tiles: Tiles, path: string): Tiles => ({ ...tiles, pinned: tiles.pinned.filter((one) => one !== path) });
export const movePinned = (tiles: Tiles, path: string, by: -1 | 1): Tiles => ({ ...tiles, pinned: moved(tiles.pinned, path, by) });
/** A category in default order is not stored. */
export function moveWithin(tiles: Tiles, own: readonly string[], path: string, by: -1 | 1): Tiles {
  const others = tiles.order.filter((one) => !own.includes(one));
  const order = moved(inOrder(own, tiles), path, by);
  return { ...tiles, order: isSame(order, own) ? others : [...others, ...order] };
}
