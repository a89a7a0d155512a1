import { useEffect, useState } from "react";
import type { Series } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { type SampleId, sampleOf } from "./samples";

/**
 * A shipped series, read for a look at a result before there is data: it is not in the workspace and leaves nothing behind.
 * @param wanted nothing is fetched before; what was read stays at hand
 * @returns null until it is read, and where it cannot be fetched
 */
export function useSampleSeries(id: SampleId, wanted: boolean): Series | null {
  const [series, setSeries] = useState<Series | null>(null);
  const awaited = wanted && series === null;
  useEffect(() => {
    if (!awaited) return;
    const { file, label } = sampleOf(id);
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async () => {
      const response = await fetch(`${import.meta.env.BASE_URL}samples/${file}`, { signal });
      if (!response.ok) return;
      const outcome = await compute.run(
        "read-series",
        { source: await response.blob(), name: label, origin: "sample", options: {} },
        { signal },
      );
      if (outcome.ok && !signal.aborted) setSeries(outcome.value);
    };
    read().catch((error) => signal.aborted || console.warn(error));
    return () => leaving.abort();
  }, [id, awaited]);
  return wanted ? series : null;
}
