import { useEffect, useSyncExternalStore } from "react";
import type { PlotGroup } from "./plot-group";

/** The current position of a replayed chart. */
export interface Playhead {
  /** A new object for every state. */
  read(): { readonly row: number; readonly playing: boolean };
  subscribe(listener: () => void): () => void;
}

const never = () => () => undefined;

/** Number of known rows; all of them without a playhead. */
export const useKnownRows = (playhead: Playhead | undefined): number =>
  useSyncExternalStore(playhead?.subscribe ?? never, () => (playhead ? playhead.read().row + 1 : Number.POSITIVE_INFINITY));

/** Lets a chart grow with its playhead without React rendering. */
export function useFollowPlayhead(group: PlotGroup | null, playhead: Playhead | undefined): void {
  useEffect(() => {
    if (!group || !playhead) return;
    const grow = () => {
      const { row, playing } = playhead.read();
      group.setEnd(row, !playing);
    };
    grow();
    return playhead.subscribe(grow);
  }, [group, playhead]);
}
