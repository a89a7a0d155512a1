import type { Settings } from "./settings-schema";

interface Shortcut {
  /** Id under which the user's own key is stored. */
  id: string;
  label: string;
  key: string;
}

/** Single-key shortcuts, active while no text field has focus. */
export const SHORTCUTS = [
  { id: "search", label: "Search", key: "/" },
  { id: "keyboard", label: "Keyboard shortcuts", key: "?" },
  { id: "notifications", label: "Notifications", key: "n" },
  { id: "sidebar", label: "Collapse or expand the sidebar", key: "[" },
  { id: "go", label: "Go to a screen: this key, then a letter", key: "g" },
] as const satisfies readonly Shortcut[];
export type ShortcutId = (typeof SHORTCUTS)[number]["id"];

/** The letter of each screen, after the "go" key. */
const LETTERS = {
  "/": "h",
  "/dashboard": "d",
  "/llm-trader": "l",
  "/alpha-miner": "a",
  "/market-analysis": "m",
  "/risk-management": "r",
  "/garch-model": "g",
  "/market-curiosity": "c",
  "/markov-regime": "k",
  "/lyapunov": "y",
  "/convert-data": "x",
  "/backtester": "b",
  "/data-integration": "i",
  "/strategy-builder": "s",
  "/quant-edge-ai": "e",
  "/batch": "j",
  "/watchlist": "q",
  "/portfolio": "p",
  "/validation": "v",
  "/clients": "n",
  "/runs": "t",
  "/system-status": "u",
  "/docs": "w",
  "/test-api": "z",
  "/profile": "f",
  "/settings": "o",
} as const;
export type Place = keyof typeof LETTERS;
export const PLACES = Object.keys(LETTERS) as Place[];

type Keys = Pick<Settings, "keys">;

export const shortcutKey = (id: ShortcutId, { keys }: Keys): string =>
  keys[id] ?? SHORTCUTS.find((shortcut) => shortcut.id === id)?.key ?? "";
const placeId = (place: Place): string => `go ${place}`;
export const placeKey = (place: Place, { keys }: Keys): string => keys[placeId(place)] ?? LETTERS[place];

/** The key assignments after changing one; a default is not stored. */
export const withKey = (keys: Settings["keys"], of: ShortcutId | Place, key: string): Settings["keys"] => {
  const id = of in LETTERS ? placeId(of as Place) : of;
  const usual = of in LETTERS ? LETTERS[of as Place] : SHORTCUTS.find((shortcut) => shortcut.id === of)?.key;
  const { [id]: _, ...others } = keys;
  return key === usual ? others : { ...others, [id]: key };
};

/** Which shortcut already uses a key; null if it is free. Keys of screens follow the "go" key, so they conflict only with each other. */
export function holderOf(key: string, asking: ShortcutId | Place, settings: Keys): ShortcutId | Place | null {
  const others = asking in LETTERS ? PLACES : SHORTCUTS.map(({ id }) => id);
  const keyOf = (one: ShortcutId | Place) => (one in LETTERS ? placeKey(one as Place, settings) : shortcutKey(one as ShortcutId, settings));
  return others.find((one) => one !== asking && keyOf(one) === key) ?? null;
}

/** The shortcut of a key, or after the "go" key the screen. */
export const shortcutOf = (key: string, settings: Keys): ShortcutId | null =>
  SHORTCUTS.find(({ id }) => shortcutKey(id, settings) === key)?.id ?? null;
export const placeOf = (key: string, settings: Keys): Place | null => PLACES.find((place) => placeKey(place, settings) === key) ?? null;
