import { because, type Series, withCause } from "../../../workers/contract";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { type Analysis, answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import type { KeptDecision } from "../../state/decisions";
import { announce } from "../../ui/announcer.ts";
import { DEPTHS, type TraderInputs } from "./trader-inputs.ts";
import { linkedPrices, pastDecision } from "./use-history.ts";

/** A finished reflection, with the decisions and settings it was computed from. */
export type ReflectionRun = Finished<
  "reflect-news",
  { decisions: readonly KeptDecision[]; timeframe: TraderInputs["timeframe"]; key: string }
>;

/** Everything that determines the result, as one comparable string. */
const keyOf = (series: Series | null, { timeframe, depth, reflectionContext }: TraderInputs, decisions: readonly KeptDecision[]): string =>
  JSON.stringify([series?.hash, timeframe, depth, reflectionContext, decisions.map(({ id }) => id)]);

/** Compares past signals with the linked prices. */
export const useReflection = (linked: SeriesSource, inputs: TraderInputs, decisions: readonly KeptDecision[]): Analysis<ReflectionRun> =>
  useAnalysis<ReflectionRun>({
    work: async (turn) => {
      const series = await linked.settled();
      const { timeframe, depth, reflectionContext } = inputs;
      const input = {
        decisions: decisions.map(pastDecision),
        // Prices without dates are passed as they are, so that the job reports what is missing.
        ...(series && !series.times ? { prices: series.columns[series.primary].values, times: null } : linkedPrices(series)),
        horizon: timeframe,
        depth: DEPTHS[depth],
        context: reflectionContext,
      };
      return answer(
        turn,
        "reflect-news",
        input,
        { decisions, timeframe, key: keyOf(series, inputs, decisions) },
        {
          reword: (failure) => (failure.code === "bad-input" ? failure : withCause(failure, because("news/reflectionFailed"))),
        },
      );
    },
    isStale: (run) => run.key !== keyOf(linked.series, inputs, decisions),
    onDone: () => announce("Insights generated"),
  });
