import { useEffect, useState } from "react";
import type { Series } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { sampleText } from "./sample-text";
import { type SampleId, sampleOf } from "./samples";

/**
 * A shipped series for previewing a result before there is data: not added to the workspace.
 * @param wanted loads nothing while false; a loaded series stays available
 * @returns null until it has loaded, or if loading fails
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
