import { type RefObject, useEffect } from "react";
import { FLOATS } from "../../../lib/floats.ts";
import type { Player } from "./player.ts";

const TYPES = "input, textarea, select, [contenteditable=true], [role=slider], [role=listbox], [role=menu], [role=grid], [role=tablist]";
const PRESSES = "button, a, summary, [role=checkbox]";
const MANY = 10;

export const PLAYER_KEYS = "Space plays and pauses, left and right arrow step, Shift for steps of ten, Home and End jump to the ends,";

/** Action of a key; null if the focused element handles it otherwise. */
function actOf({ key, shiftKey, target }: KeyboardEvent, player: Player): (() => void) | null {
  const on = (what: string) => target instanceof Element && target.closest(what) !== null;
  // A slider handles arrows itself, and does not use the space bar.
  if (key === " ") return on(PRESSES) || (on(TYPES) && !on("input[type=range]")) ? null : player.toggle;
  if (on(TYPES)) return null;
  if (key === "ArrowLeft") return () => player.step(shiftKey ? -MANY : -1);
  if (key === "ArrowRight") return () => player.step(shiftKey ? MANY : 1);
  if (key === "Home") return () => player.go(player.first);
  if (key === "End") return () => player.go(player.last);
  return null;
}

/** Space, arrows, Home and End control a replay while focus is inside it or nowhere. */
export function usePlayerKeys(place: RefObject<HTMLElement | null>, player: Player | null, active: boolean): void {
  useEffect(() => {
    if (!player || !active) return;
    const press = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      const here = target === document.body || (target instanceof Node && place.current?.contains(target));
      if (!here || ctrlKey || metaKey || altKey || document.querySelector(FLOATS)) return;
      const act = actOf(event, player);
      if (!act) return;
      // Before the chart, whose arrow keys would move its cursor.
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, [place, player, active]);
}
