import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { DAY, type Series } from "../../../workers/contract";
import type { PastDecision } from "../../../workers/news/reflect";
import { useFollowing } from "../../analysis/use-follow-up";
import { decisionsAtom, type KeptDecision } from "../../state/decisions";

/** Days the performance figures look back. */
const PERFORMANCE_DAYS = 7;
const BEHIND = { priority: "batch" } as const;

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

/** Outcomes of past decisions, each over its own timeframe; not asked for without any. */
const questionOf = (kept: readonly KeptDecision[], linked: Series | null) =>
  kept.length === 0
    ? null
    : { decisions: kept.map(pastDecision), ...linkedPrices(linked), horizon: "own" as const, depth: kept.length, context: "" };

/** The history and, where prices are linked, what became of each signal over its own timeframe; recomputed when either changes. */
export function useHistory(linked: Series | null) {
  const { records, ready } = useAtomValue(decisionsAtom);
  const recent = useMemo(() => {
    const from = Date.now() - PERFORMANCE_DAYS * DAY;
    return records.filter(({ body }) => body.at >= from);
  }, [records]);
  const [all, week] = useMemo(() => [records, recent].map((kept) => questionOf(kept, linked)), [records, recent, linked]);
  const { value: overall, busy, failure } = useFollowing("reflect-news", all, BEHIND);
  const { value: performance } = useFollowing("reflect-news", week, BEHIND);
  return {
    ready,
    records,
    recent,
    /** Its figures are on their way. */
    busy: busy || (all !== null && overall === null && failure === null),
    /** In the order of the records; null until it is known. */
    realized: overall?.realized ?? null,
    overall,
    /** Of the last days. */
    performance,
  };
}

export type History = ReturnType<typeof useHistory>;
