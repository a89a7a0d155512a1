import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import { plural } from "../../lib/format.ts";
import { recordRun } from "../../state/runs";
import type { ShownReport } from "./use-converter";

interface Asked {
  input: JobInput<Jobs, "convert-results">;
  startedAt: number;
  millis: number;
}

/** Writes a finished conversion into the list of runs; nobody waits for it. */
export const record = ({ name, report }: ShownReport, { input, startedAt, millis }: Asked): Promise<void> =>
  recordRun({
    screen: "/convert-data",
    title: `${name}: ${plural(report.metrics.length, "figure")}`,
    job: "convert-results",
    input,
    data: {},
    outcome: { ok: true, value: report },
    figures: [
      ...report.metrics.slice(0, 12).map(({ name: label, value }) => ({ label, value, unit: "" })),
      ...(report.statement ? [{ label: "Closed trades", value: report.statement.summary.trades, unit: "" }] : []),
    ],
    startedAt,
    millis,
    settings: { startingBalance: input.startingBalance ?? null },
    content: typeof input.source === "string" && input.source.length < 20_000 ? { text: input.source } : {},
  });
