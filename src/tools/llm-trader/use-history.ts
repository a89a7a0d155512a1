import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { DAY, type Series } from "../../../workers/contract";
import type { PastDecision } from "../../../workers/news/reflect";
import { useFollowing } from "../../analysis/use-follow-up";
import { decisionsAtom, type KeptDecision } from "../../state/decisions";

/** Period of the performance figures in days. */
const PERFORMANCE_DAYS = 7;
const BEHIND = { priority: "batch" } as const;

/** A stored decision as passed to jobs. */
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

/** The linked prices as passed to jobs. */
export const linkedPrices = (linked: Series | null) => ({
  prices: linked?.times ? linked.columns[linked.primary].values : null,
  times: linked?.times ?? null,
});

/** Input for the outcomes of past decisions, each over its own timeframe; null without any. */
const questionOf = (kept: readonly KeptDecision[], linked: Series | null) =>
  kept.length === 0
    ? null
    : { decisions: kept.map(pastDecision), ...linkedPrices(linked), horizon: "own" as const, depth: kept.length, context: "" };

/** The history and, with linked prices, the outcome of each signal over its own timeframe; recomputed when either changes. */
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
    /** Its figures are being computed. */
    busy: busy || (all !== null && overall === null && failure === null),
    /** In the order of the records; null until computed. */
    realized: overall?.realized ?? null,
    overall,
    /** Of the last days. */
    performance,
  };
}

export type History = ReturnType<typeof useHistory>;
