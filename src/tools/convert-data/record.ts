import { type ScreenRecord, screenRecord } from "../../analysis/record";
import { plural } from "../../lib/format.ts";
import type { ConvertInputs } from "./settings";
import type { ShownReport } from "./use-converter";

const screen: ScreenRecord<Partial<ConvertInputs>> = screenRecord("/convert-data", ["text"]);

/** Longer texts are not restored into the form. */
const MAX_TEXT = 20_000;

/** Records a finished conversion in the list of runs; not awaited. */
export function record(run: ShownReport): Promise<void> {
  const { name, source, value, input } = run;
  const { metrics, statement } = value;
  const text = typeof source === "string" && source.length < MAX_TEXT ? { text: source } : {};
  return screen.record(
    { ...run, settings: { startingBalance: input.startingBalance ?? null, ...text } },
    {
      title: `${name}: ${plural(metrics.length, "figure")}`,
      data: {},
      figures: [
        ...metrics.slice(0, 12).map(({ name: label, value }) => ({ label, value, unit: "" })),
        ...(statement ? [{ label: "Closed trades", value: statement.summary.trades, unit: "" }] : []),
      ],
    },
  );
}
