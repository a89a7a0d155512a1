import { returnsAsked } from "../../../workers/analyzed-column";
import { because, type Failure, within } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { chosenColumn } from "../../analysis/data/analyzed-column";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { answer, changed, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import { type FollowedUp, useFollowed, useFollowUp } from "../../analysis/use-follow-up";
import type { JobValue } from "../../client/pool";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import type { CuriosityRun } from "./curiosity-run";
import { type CuriositySettings, limitsOf } from "./settings";
import { isUnasked, usePatterns } from "./use-patterns";

export type StructureValue = JobValue<Jobs, "measure-structure">;

export type StructureRun = FollowedUp<"measure-structure", { of: CuriosityRun }>;

/** A failure of the analysis in the screen's words: 'Analysis failed: {reason}'. */
const reword = (failure: Failure): Failure => within("runtime/analysisFailed", failure);

/** Analyzes the series in the field, then measures its structure and compares the rows the analysis skipped. */
export function useCuriosity(source: SeriesSource, settings: CuriositySettings, annualization: number) {
  const analysis = useAnalysis<CuriosityRun>({
    work: async (turn) => {
      const read = await settledSeries(source, because("ingest/selectFileFirst"));
      if (!read.ok) return read;
      const series = read.value;
      const { seed, kind, returnUnit } = settings;
      const asked = returnsAsked(series, chosenColumn(series, settings.column, kind), kind, returnUnit);
      const perYear = settings.annualization ?? stepsPerYearOf(series);
      const input = { ...asked, times: series.times, annualization: perYear, seed: seed ?? Number.NaN, limits: limitsOf(settings) };
      const basis = { series, text: source.text, values: asked.values, settings, annualization: perYear };
      return answer(turn, "analyze-curiosity", input, basis, { reword });
    },
    isStale: (run) =>
      run.series.hash !== source.series?.hash ||
      run.annualization !== annualization ||
      changed(run.settings, settings, ["notify", "annualization"]),
    onDone: (run) => {
      void structure.run({ of: run }, { values: run.values, kind: run.value.kind, shape: 0, brief: true });
      if (isUnasked(run)) patterns.comparing.start(run);
      void import("./record").then(({ recordAnalysis }) => recordAnalysis(run));
      void import("./notify").then(({ notify }) => notify(run));
    },
  });
  const structure = useFollowUp<"measure-structure", { of: CuriosityRun }>("measure-structure", analysis.shown, {
    onDone: (run) => void import("./record").then(({ recordStructure }) => recordStructure(run)),
  });
  const patterns = usePatterns(analysis.shown);
  return { ...useFollowed(analysis, [structure, patterns]), structure, comparing: patterns.comparing };
}
