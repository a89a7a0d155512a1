import { useEffect, useRef } from "react";
import type { Millis } from "../../workers/contract";
import { FLOATS, isEditable } from "../lib/floats.ts";
import { settings } from "../state/settings";
import { type Place, placeOf, type ShortcutId, shortcutOf } from "../state/shortcuts";

/** How long the "go" key waits for the letter of a screen. */
const PATIENCE: Millis = 1500;
const TAKES_LETTERS = 'input, textarea, select, [role="combobox"], [role="listbox"], [role="menu"], [aria-haspopup="listbox"]';

const writes = (target: EventTarget | null): boolean =>
  isEditable(target) || (target instanceof Element && target.closest(TAKES_LETTERS) !== null);

export interface ShortcutActions {
  do: (id: Exclude<ShortcutId, "go">) => void;
  go: (place: Place) => void;
}

/** Single-key shortcuts, active while no text field has focus and nothing floats, unless the user has turned them off. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let goingSince: Millis | null = null;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const kept = settings.read();
      const single = kept.singleKeys && !event.defaultPrevented && !event.repeat && !ctrlKey && !metaKey && !altKey && key.length === 1;
      if (!single || writes(event.target) || document.querySelector(FLOATS)) return;
      const going = goingSince !== null && event.timeStamp - goingSince < PATIENCE;
      goingSince = null;
      const place = going ? placeOf(key, kept) : null;
      const id = going ? null : shortcutOf(key, kept);
      if (place === null && id === null) return;
      event.preventDefault();
      if (place !== null) latest.current.go(place);
      else if (id === "go") goingSince = event.timeStamp;
      else if (id !== null) latest.current.do(id);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
