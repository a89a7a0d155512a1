import { cannotBePrices } from "../../../workers/analyzed-column";
import { because, type Outcome, type Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { barsAround, sentimentIn } from "../../../workers/traded-bars";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { logged } from "../../analysis/logged";
import { answer, changed, type Finished, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import type { JobValue } from "../../client/pool";
import { strategies } from "../../state/strategies";
import { contentOf } from "../../state/strategy-body";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { tradedColumn, tradingOf } from "../../strategies/backtest-input";
import { momentsOf } from "../../strategies/backtest-settings";
import { type Candidate, type CandidatesInput, candidatesOf, familyDefault } from "./candidates";
import { VALIDATION_DEFAULTS, type ValidationInputs } from "./settings";
import { recordOf } from "./track-record";
import type { TrialCount } from "./trial-count";

export type ValidationValue = JobValue<Jobs, "validate-candidates">;

/** A validation with the data and settings it was computed from. */
export type ValidationRun = Finished<
  "validate-candidates",
  { series: Series; text: string; settings: ValidationInputs; counted: TrialCount }
>;

/** Columns of an account dataset, as created by the Trading Results Processor. */
const ACCOUNT = ["Value", "Balance", "Profit"];

/** Whether a series is a track record: declared so, an account, returns, or numbers that cannot be prices. */
export function isRecord(series: Series, { holds, column }: Pick<ValidationInputs, "holds" | "column">): boolean {
  if (holds !== "auto") return holds !== "prices";
  if (ACCOUNT.every((name) => series.columns.some((one) => one.name === name))) return true;
  return cannotBePrices(series, tradedColumn(series, column));
}

/** The chosen strategies: the tested one, and saved ones in their current version. */
async function chosenCandidates({ tested, families, saved, variations }: ValidationInputs): Promise<Candidate[]> {
  if (saved.length > 0) await strategies.open();
  const own = strategies.read().records.filter(({ id }) => saved.includes(id));
  return candidatesOf([...families.map(familyDefault), ...own.map(({ body }) => contentOf(body))], variations, tested?.strategy);
}

function inputOf(series: Series, inputs: ValidationInputs, candidates: Candidate[] | null, { earlier }: TrialCount): CandidatesInput {
  const amount = (
    key: "windowSize" | "stepSize" | "outOfSamplePct" | "significanceLevel" | "iterations" | "folds" | "embargoFraction" | "seed",
  ) => inputs[key] ?? VALIDATION_DEFAULTS[key] ?? 0;
  const { startDate, endDate } = momentsOf(inputs);
  return {
    candidates,
    ...(candidates && inputs.tested && { tested: true }),
    market: candidates && {
      bars: barsAround(series.columns, tradedColumn(series, inputs.column)),
      times: series.times,
      sentiment: sentimentIn(series.columns),
    },
    record: candidates ? null : recordOf(series, inputs),
    backtest: tradingOf(inputs),
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

/** Validates the series in the field. */
export const useValidation = (source: SeriesSource, inputs: ValidationInputs) =>
  useAnalysis<ValidationRun>({
    work: async (turn): Promise<Outcome<ValidationRun>> => {
      const { text } = source;
      const read = await settledSeries(source, because("ingest/enterMarketData"));
      if (!read.ok) return logged(read);
      const series = read.value;
      const candidates = isRecord(series, inputs) ? null : await chosenCandidates(inputs);
      const [{ runs }, { countTrials }] = await Promise.all([import("../../state/run-list"), import("./trial-count")]);
      await runs.open();
      const counted = countTrials(runs.read().records, series.hash, candidates ?? []);
      const input = inputOf(series, inputs, candidates, counted);
      const basis = { series, text, settings: inputs, counted };
      return logged(await answer(turn, "validate-candidates", input, basis, { priority: "batch", keepsPart: true }));
    },
    // The method only determines what is shown first.
    isStale: (run) => run.series.hash !== source.series?.hash || changed(run.settings, inputs, ["method"]),
    isPart: ({ value }) => value.canceledAfter !== undefined,
    onDone: (run) => void import("./record").then(({ record }) => record(run)),
  });
