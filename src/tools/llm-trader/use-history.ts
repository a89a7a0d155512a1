import { useAtomValue } from "jotai";
import { useEffect, useMemo } from "react";
import type { Series } from "../../../workers/contract";
import type { PastDecision } from "../../../workers/news/reflect";
import { useJob } from "../../client/use-job";
import { decisionsAtom, type KeptDecision } from "../../state/decisions";

const DAY = 86_400_000;
/** Days the performance figures look back. */
const PERFORMANCE_DAYS = 7;

/** A kept decision as jobs look back on it. */
export const pastDecision = ({ body }: KeptDecision): PastDecision => ({
  time: body.published ?? body.at,
  direction: body.direction,
  confidence: body.confidence,
  sentiment: body.sentiment,
  regime: body.regime,
  timeframe: body.timeframe,
  topics: body.topics,
  text: body.text,
});

/** The linked prices as jobs take them. */
export const linkedPrices = (linked: Series | null) => ({
  prices: linked?.times ? linked.columns[linked.primary].values : null,
  times: linked?.times ?? null,
});

/** The history and, where prices are linked, what became of each signal over its own timeframe; computed anew when either changes. */
export function useHistory(linked: Series | null) {
  const { records, ready } = useAtomValue(decisionsAtom);
  const all = useJob("reflect-news");
  const week = useJob("reflect-news");
  const recent = useMemo(() => {
    const from = Date.now() - PERFORMANCE_DAYS * DAY;
    return records.filter(({ body }) => body.at >= from);
  }, [records]);
  const [lookBack, lookAtWeek] = [all.run, week.run];
  useEffect(() => {
    if (records.length === 0) return;
    const question = (kept: readonly KeptDecision[]) => ({
      decisions: kept.map(pastDecision),
      ...linkedPrices(linked),
      horizon: "own" as const,
      depth: Math.max(1, kept.length),
      context: "",
    });
    void lookBack(question(records), { priority: "batch" });
    void lookAtWeek(question(recent), { priority: "batch" });
  }, [records, recent, linked, lookBack, lookAtWeek]);
  const found = all.state.phase === "done" ? all.state.value : null;
  return {
    ready,
    records,
    recent,
    /** In the order of the records; null until it is known. */
    realized: found && found.realized.length === records.length ? found.realized : null,
    overall: records.length > 0 ? found : null,
    performance: recent.length > 0 && week.state.phase === "done" ? week.state.value : null,
  };
}

export type History = ReturnType<typeof useHistory>;
