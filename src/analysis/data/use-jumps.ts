import { useEffect, useState } from "react";
import type { Series } from "../../../workers/contract";
import type { FoundJumps } from "../../../workers/ingest";
import { compute } from "../../client/compute";

/** Moves over 40% in the original prices of a dated series, with the splits they may be; null until found, or if there are none. */
export function useJumps(series: Series): FoundJumps | null {
  const [found, setFound] = useState<FoundJumps | null>(null);
  const { jumps, adjusted, returns } = series.quality;
  // Compounded prices have no splits.
  const isOpen = series.times !== null && !returns && (jumps.count > 0 || adjusted !== undefined);
  useEffect(() => {
    setFound(null);
    if (!isOpen) return;
    const stop = new AbortController();
    void compute.run("find-jumps", { series }, { signal: stop.signal, priority: "reading", unlisted: true }).then((outcome) => {
      if (outcome.ok && !stop.signal.aborted) setFound(outcome.value);
    });
    return () => stop.abort();
  }, [series, isOpen]);
  return found && found.jumps.length > 0 ? found : null;
}
