import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobValue } from "../../client/pool";
import { useJob } from "../../client/use-job";
import { strategies } from "../../state/strategies";
import { contentOf } from "../../state/strategy-body";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { barsOf, sentimentOf, tradedColumn } from "../../strategies/backtest-input";
import { momentsOf } from "../../strategies/backtest-settings";
import { type Candidate, type CandidatesInput, candidatesOf, familyDefault } from "./candidates";
import { VALIDATION_DEFAULTS, type ValidationInputs } from "./settings";
import type { TrialCount } from "./trial-count";

export type ValidationValue = JobValue<Jobs, "validate-candidates">;

/** What a shown result was computed from. */
export interface ValidationRun {
  series: Series;
  inputs: ValidationInputs;
  counted: TrialCount;
  input: CandidatesInput;
  value: ValidationValue;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

/** Columns a statement's account has: what the Trading Results Processor hands over. */
const ACCOUNT = ["Value", "Balance", "Profit"];

/** Whether a series is a track record: said so, an account, or numbers that cannot be prices. */
export function isRecord(series: Series, { holds, column }: Pick<ValidationInputs, "holds" | "column">): boolean {
  if (holds !== "auto") return holds === "record";
  const { columns, primary, quality } = series;
  if (ACCOUNT.every((name) => columns.some((one) => one.name === name))) return true;
  return tradedColumn(series, column) === columns[primary] && quality.zeroOrNegative.count > 0;
}

/** The strategies chosen, saved ones as they are now. */
async function chosenCandidates({ families, saved, variations }: ValidationInputs): Promise<Candidate[]> {
  if (saved.length > 0) await strategies.open();
  const own = strategies.read().records.filter(({ id }) => saved.includes(id));
  return candidatesOf([...families.map(familyDefault), ...own.map(({ body }) => contentOf(body))], variations);
}

function inputOf(series: Series, inputs: ValidationInputs, candidates: Candidate[] | null, { earlier }: TrialCount): CandidatesInput {
  const amount = (
    key: "windowSize" | "stepSize" | "outOfSamplePct" | "significanceLevel" | "iterations" | "folds" | "embargoFraction" | "seed",
  ) => inputs[key] ?? VALIDATION_DEFAULTS[key] ?? 0;
  const column = tradedColumn(series, inputs.column);
  const { startDate, endDate } = momentsOf(inputs);
  return {
    candidates,
    market: candidates && { bars: barsOf(series, column), times: series.times, sentiment: sentimentOf(series) },
    record: candidates ? null : { name: series.name, values: column.values, times: series.times },
    backtest: {
      transactionCosts: inputs.transactionCosts ?? 0,
      slippage: inputs.slippage ?? 0,
      behavioralAdjustment: inputs.behavioralAdjustment,
      direction: inputs.direction,
    },
    windowSize: amount("windowSize"),
    stepSize: amount("stepSize"),
    outOfSamplePct: amount("outOfSamplePct"),
    significanceLevel: amount("significanceLevel"),
    iterations: amount("iterations"),
    folds: amount("folds"),
    pathFolds: inputs.pathFolds,
    testFolds: inputs.testFolds,
    purge: inputs.purge,
    embargoFraction: amount("embargoFraction"),
    scheme: inputs.scheme,
    blockLength: inputs.blockLength,
    beat: inputs.beat,
    earlierTrials: earlier,
    trialOverride: inputs.trials,
    perYear: inputs.annualization ?? stepsPerYearOf(series),
    riskFree: inputs.riskFree ?? 0,
    seed: amount("seed"),
    startDate,
    endDate,
  };
}

/** Validates what stands in the data field; the last finished result stays until a newer one is done. */
export function useValidation(source: SeriesSource, inputs: ValidationInputs) {
  const job = useJob("validate-candidates");
  const [shown, setShown] = useState<ValidationRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);

  const refuse = useCallback((found: Failure) => {
    setFailure(found);
    console.error(found.message);
  }, []);

  const run = useCallback(async (): Promise<void> => {
    const turn = ++newest.current;
    const current = () => turn === newest.current;
    setFailure(null);
    setWaiting(true);
    const series = await source.settled();
    if (!current()) return;
    if (series === null) {
      setWaiting(false);
      // What stands in the field and could not be read has said why.
      if (source.empty) refuse({ code: "bad-input", message: messages.enterMarketData });
      return;
    }
    const candidates = isRecord(series, inputs) ? null : await chosenCandidates(inputs);
    const [{ runs }, { countTrials }] = await Promise.all([import("../../state/run-list"), import("./trial-count")]);
    await runs.open();
    const counted = countTrials(runs.read().records, series.hash, candidates ?? []);
    if (!current()) return;
    setWaiting(false);
    const input = inputOf(series, inputs, candidates, counted);
    const startedAt = Date.now();
    const outcome = await job.run(input, { priority: "batch" });
    if (!current()) return;
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") refuse(outcome.failure);
      return;
    }
    const done = { series, inputs, counted, input, value: outcome.value, text: source.text, startedAt, millis: Date.now() - startedAt };
    startTransition(() => setShown(done));
    void import("./record").then(({ record }) => record(done));
  }, [source, inputs, job.run, refuse]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    job.cancel();
  }, [job.cancel]);

  /** Takes the result and what was said away; the answer puts the result back. */
  const clear = useCallback(() => {
    cancel();
    setShown(null);
    setFailure(null);
    return () => setShown(shown);
  }, [cancel, shown]);

  const forget = useCallback(() => setFailure(null), []);

  const progress = job.progress;
  return { shown, failure, busy: waiting || progress !== null, progress, run, cancel, clear, forget };
}

/** Whether data or settings are no longer those of the shown result; the method only says what comes first. */
export function isStale({ series, inputs }: ValidationRun, now: Series | null, changed: ValidationInputs): boolean {
  const compared = (one: ValidationInputs) => JSON.stringify({ ...one, method: null });
  return series.hash !== now?.hash || compared(inputs) !== compared(changed);
}
