import { useCallback, useState } from "react";
import { because, type Failure } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { plural } from "../../lib/format.ts";
import type { MarketInputs } from "./market-inputs.ts";
import { EXAMPLE_NEWS } from "./news-field.tsx";
import type { MarketData } from "./use-market-data.ts";

/** The form of a decision screen: what is missing, samples, and running. */
export interface DecisionForm {
  /** Prices and news are given. */
  complete: boolean;
  /** Runs, or reports what is missing. */
  ask: () => void;
  /** What is missing, or why there is no sample. */
  failure: Failure | null;
  /** Fills in ten generated prices. */
  fillSample: () => void;
  loadSample: () => void;
  /** Fills in whatever is missing, and runs. */
  startWithSample: () => void;
  /** Cancels reading a file or text; undefined while none is being read. */
  cancelReading: (() => void) | undefined;
  /** Summary of the form for a narrow screen; undefined while a field has an error, so that it stays open. */
  summary: string | undefined;
}

export function useDecisionForm(
  data: MarketData,
  { news }: Pick<MarketInputs, "news">,
  change: (changes: Partial<MarketInputs>) => void,
  run: () => void,
): DecisionForm {
  const [sampleFailure, setSampleFailure] = useState<Failure | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const complete = data.given && news.trim() !== "";
  const ask = useCallback(() => {
    setIncomplete(!complete);
    if (complete) run();
  }, [complete, run]);
  const fillSample = async () => {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const outcome = await compute.run("make-sample-prices", { seed });
    setSampleFailure(outcome.ok ? null : outcome.failure);
    if (outcome.ok) data.fillSample(outcome.value.text, seed);
  };
  const loadSample = () => data.box.takeSample("wti");
  const missing: Failure | null = incomplete && !complete ? { code: "bad-input", ...because("engine/marketAndNewsRequired") } : null;
  return {
    complete,
    ask,
    failure: missing ?? sampleFailure,
    fillSample: () => void fillSample(),
    loadSample,
    startWithSample: () => {
      if (!data.given) loadSample();
      if (news.trim() === "") change({ news: EXAMPLE_NEWS });
      run();
    },
    cancelReading: [data.box, data.csv].find((source) => source.reading !== null)?.cancel,
    summary:
      data.box.failure || data.csv.failure ? undefined : `${plural(data.count, "price")} · ${plural(news.length, "character")} of news`,
  };
}
