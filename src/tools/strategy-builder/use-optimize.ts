import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import type { StrategyContent } from "../../state/strategy-body";
import { type AxisChoice, jobAxes, usedAxes } from "../../strategies/axes";
import { type ChangeDates, prepare } from "../../strategies/use-backtest";
import { BUILDER_DEFAULTS, type BuilderInputs, settingsOf } from "./settings";

export type OptimizeValue = JobValue<Jobs, "optimize-strategy">;

export interface OptimizeRun {
  series: Series;
  strategy: StrategyContent;
  axes: AxisChoice[];
  inputs: BuilderInputs;
  value: OptimizeValue;
}

const PREFIX = messages.strategyOptimizationFailed("");
const inScreenWords = (failure: Failure): Failure =>
  failure.message.startsWith(PREFIX) ? failure : { ...failure, message: messages.strategyOptimizationFailed(failure.message) };

/** Searches parameters on all workers; the last finished search stays until a newer one is done. */
export function useOptimize(
  source: SeriesSource,
  inputs: BuilderInputs,
  annualizationOf: (series: Series | null) => number,
  changeDates: ChangeDates,
) {
  const job = useJob("optimize-strategy");
  const [shown, setShown] = useState<OptimizeRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);
  const refuse = useCallback((found: Failure | null) => {
    setFailure(found);
    if (found) console.error(found.message);
  }, []);

  const run = useCallback(async (): Promise<void> => {
    const turn = ++newest.current;
    setFailure(null);
    setWaiting(true);
    const { strategy } = inputs;
    const prepared = await prepare(source, strategy, settingsOf(inputs), annualizationOf, changeDates);
    if (turn !== newest.current) return;
    setWaiting(false);
    if ("failure" in prepared) return refuse(prepared.failure);
    const { series, settings, input: backtest } = prepared.ready;
    const axes = usedAxes(inputs.axes, strategy);
    const input: JobInput<Jobs, "optimize-strategy"> = {
      ...backtest,
      axes: jobAxes(axes),
      objective: inputs.objective,
      windows: inputs.windows ?? BUILDER_DEFAULTS.windows ?? 5,
    };
    const startedAt = Date.now();
    const outcome = await job.run(input, { priority: "batch" });
    if (turn !== newest.current) return;
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") refuse(inScreenWords(outcome.failure));
      return;
    }
    const done = {
      series,
      strategy,
      axes,
      inputs: { ...inputs, startDate: settings.startDate, endDate: settings.endDate },
      value: outcome.value,
    };
    startTransition(() => setShown(done));
    const asked = { input, text: source.text, startedAt, millis: Date.now() - startedAt };
    void import("./record").then(({ recordSearch }) => recordSearch(done, asked));
  }, [source, inputs, annualizationOf, changeDates, job.run, refuse]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    job.cancel();
  }, [job.cancel]);

  const progress = job.progress;
  return { shown, failure, busy: waiting || progress !== null, progress, run, cancel };
}

export type OptimizeControl = ReturnType<typeof useOptimize>;
