import { useEffect, useState } from "react";
import type { Series } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { sampleText } from "./sample-text";
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
    const { label } = sampleOf(id);
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async () => {
      const text = await sampleText(id, { signal });
      if (!text.ok) return;
      const outcome = await compute.run(
        "read-series",
        { source: text.value, name: label, origin: "sample", options: {} },
        { signal, priority: "reading" },
      );
      if (outcome.ok && !signal.aborted) setSeries(outcome.value);
    };
    void read();
    return () => leaving.abort();
  }, [id, awaited]);
  return wanted ? series : null;
}
