import { startTransition, useMemo } from "react";
import { toast } from "../../ui/toast-queue.ts";
import type { SeriesSource } from "./use-series-source";

/** A result on a screen that can be cleared. */
export interface Clearable {
  shown: unknown;
  /** Removes the result and its messages; returns a function that restores them. */
  clear(): () => void;
}

/** What is cleared together, and the message about it. */
interface ClearParts {
  sources: readonly SeriesSource[];
  results: readonly Clearable[];
  message?: string;
  detail?: string;
}

/** Empties a field; returns a function that restores it. */
function emptied(source: SeriesSource): () => void {
  const { text, series, loaded } = source;
  const hash = loaded ? (series?.hash ?? null) : null;
  source.clear();
  return () => (hash ? source.takeDataset(hash) : source.setText(text));
}

/** Clears data fields and results, with ten seconds to undo it. Null if there is nothing to clear. */
export function useClear({ sources, results, message = "Data and result cleared", detail }: ClearParts): (() => void) | null {
  if (sources.every(({ empty }) => empty) && results.every(({ shown }) => !shown)) return null;
  return () => {
    const restores = [...sources.map(emptied), ...results.map((result) => result.clear())];
    const undo = () => {
      for (const restore of restores) restore();
    };
    toast.info(message, { detail, action: { label: "Undo", onChoose: () => startTransition(undo) } });
  };
}

/**
 * The same field, but any new input clears the messages about earlier data.
 * @param forget clears an earlier failure; must be stable across renders
 */
export function useForgetting(source: SeriesSource, forget: () => void): SeriesSource {
  return useMemo(() => {
    const clearing =
      <T>(take: (given: T) => void) =>
      (given: T) => {
        forget();
        take(given);
      };
    return {
      ...source,
      setText: clearing(source.setText),
      takeText: clearing(source.takeText),
      takeFile: clearing(source.takeFile),
      takeSample: clearing(source.takeSample),
      takeDataset: clearing(source.takeDataset),
    };
  }, [source, forget]);
}
