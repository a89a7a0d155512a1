import { startTransition, useCallback, useState } from "react";
import type { Failure, Millis, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { assetsOf } from "./alpha-input";
import type { AlphaSettings } from "./settings";

export type FoundFormula = JobValue<Jobs, "search-formulas">["found"][number];

export interface SearchRun {
  series: Series;
  settings: AlphaSettings;
  input: JobInput<Jobs, "search-formulas">;
  value: JobValue<Jobs, "search-formulas">;
  /** How long it took. */
  millis: Millis;
}

const known = (value: number | null): number => value ?? Number.NaN;

/** Searches for formulas; the result of the last finished search stays until a newer one is there. */
export function useSearch(source: SeriesSource, settings: AlphaSettings) {
  const job = useJob("search-formulas");
  const [shown, setShown] = useState<SearchRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { settled, text } = source;

  const run = useCallback(async () => {
    setFailure(null);
    const series = await settled();
    if (!series) return setFailure({ code: "bad-input", message: messages.searchFailed(messages.enterMarketData) });
    const startedAt = Date.now();
    const input: SearchRun["input"] = {
      assets: assetsOf(series, settings),
      method: settings.method,
      trials: known(settings.trials),
      seed: known(settings.searchSeed),
      holdout: known(settings.holdout) / 100,
      depth: known(settings.depth),
      horizon: known(settings.horizon),
      lookback: known(settings.lookback),
    };
    const outcome = await job.run(input);
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") setFailure(outcome.failure);
      return;
    }
    const done: SearchRun = { series, settings, input, value: outcome.value, millis: Date.now() - startedAt };
    startTransition(() => setShown(done));
    void import("./record").then(({ recordSearch }) => recordSearch(done, text, startedAt));
  }, [settled, text, settings, job.run]);

  return { shown, failure, progress: job.progress, busy: job.running, run, cancel: job.cancel };
}

export type SearchControl = ReturnType<typeof useSearch>;
