import type { ColumnDecision } from "../../../workers/engine/jobs/decide-columns";
import type { Jobs } from "../../../workers/jobs";
import type { MarketSeries } from "../../analysis/decision/use-market-data.ts";
import type { JobInput } from "../../client/pool";
import { recordRun } from "../../state/runs";
import { limitInputs } from "./limits.ts";

interface Asked {
  input: JobInput<Jobs, "decide-columns">;
  series: MarketSeries;
  text: string;
  startedAt: number;
  at: number;
}

/** Writes a batch of decisions into the list of runs; nobody waits for it. */
export function recordBatch(rows: ColumnDecision[], { input, series, text, startedAt, at }: Asked): Promise<void> {
  const { rsiPeriod, annualization, limits } = input.settings;
  const number = (action: string) => rows.filter(({ result }) => result?.action === action).length;
  return recordRun({
    screen: "/quant-edge-ai",
    title: `Batch: ${rows.length} columns`,
    job: "decide-columns",
    input,
    data: { data: { series: series.typed, text }, csv: { series: series.csv, text: "" } },
    outcome: { ok: true, value: rows },
    figures: ["Buy", "Sell", "Hold"].map((action) => ({ label: action, value: number(action), unit: "" })),
    startedAt,
    millis: at - startedAt,
    settings: { rsiPeriod, annualization, ...limitInputs(limits ?? null) },
    content: { news: input.news },
  });
}
