import { useEffect, useMemo, useState } from "react";
import type { Failure, Outcome } from "../../../workers/contract";
import type { ComputeIndicatorOutput } from "../../../workers/indicators/jobs/compute-indicator";
import { INDICATOR_NEEDS } from "../../../workers/indicators/schema";
import type { ChartDesk } from "../chart-desk";
import type { ValueSeries } from "../chart-spec";
import { type Indicator, lacking } from "./catalog";

/** An indicator as it is on a chart. */
export interface ShownIndicator extends Indicator {
  /** Null until computed, or if they cannot be. */
  lines: Record<string, Float64Array> | null;
  failure: Failure | null;
  /** Message about columns the data lack. */
  lacks: string | null;
}

const questionOf = ({ kind, settings }: Pick<Indicator, "kind" | "settings">) => JSON.stringify([kind, settings]);

interface Answers {
  price: ValueSeries | undefined;
  of: ReadonlyMap<string, Outcome<ComputeIndicatorOutput>>;
}

/** The indicators of a set on one price, with the lines computed so far. */
export function useIndicators(
  desk: ChartDesk | null,
  price: ValueSeries | undefined,
  set: readonly Indicator[],
): readonly ShownIndicator[] {
  const [answers, setAnswers] = useState<Answers>({ price: undefined, of: new Map() });
  const asked = [...new Set(set.filter(({ kind }) => !lacking(INDICATOR_NEEDS[kind] ?? [], price?.price)).map(questionOf))]
    .sort()
    .join("\n");
  useEffect(() => {
    if (!desk || !price || asked === "") return;
    const stop = new AbortController();
    const { range = null, volume = null } = price.price ?? {};
    for (const question of asked.split("\n")) {
      const [kind, settings] = JSON.parse(question);
      void desk.indicator({ kind, settings, closes: price.values, range, volume }, stop.signal).then((outcome) => {
        if (stop.signal.aborted) return;
        setAnswers((before) => ({ price, of: new Map(before.price === price ? before.of : []).set(question, outcome) }));
      });
    }
    return () => stop.abort();
  }, [desk, price, asked]);
  return useMemo(
    () =>
      set.map((one) => {
        const outcome = answers.price === price ? answers.of.get(questionOf(one)) : undefined;
        const lacks = lacking(INDICATOR_NEEDS[one.kind] ?? [], price?.price);
        return {
          ...one,
          lines: outcome?.ok ? outcome.value.lines : null,
          failure: outcome && !outcome.ok ? outcome.failure : null,
          lacks,
        };
      }),
    [set, answers, price],
  );
}
