import { type ScreenRecord, screenRecord } from "../../analysis/record";
import { plural } from "../../lib/format.ts";
import { LARGE_TEXT } from "../../ui/clipboard.ts";
import { type ConvertInputs, TEXT_NAME } from "./settings";
import type { ShownReport } from "./use-converter";

const screen: ScreenRecord<Partial<ConvertInputs>> = screenRecord("/convert-data", ["text", "pasted", "name"]);

const recorded = new WeakSet<ShownReport>();

const settingsOf = ({ input }: ShownReport) => ({ startingBalance: input.startingBalance ?? null });

/** The form's content for a text: in the box if it was typed there. */
const contentOf = (name: string, text: string) =>
  name === TEXT_NAME && text.length < LARGE_TEXT ? { text, pasted: null, name } : { text: "", pasted: text, name };

/** What the share link of a conversion contains. */
export const shared = (run: ShownReport) => screen.shared(settingsOf(run));

/** Records a finished conversion in the list of runs, once; not awaited. The text of a file is recorded in its place, if it is not too long. */
export function record(run: ShownReport): void {
  if (recorded.has(run)) return;
  recorded.add(run);
  const { name, input } = run;
  const { text, ...value } = run.value;
  const { metrics, statement } = value;
  const settings = { ...settingsOf(run), ...(text && contentOf(name, text)) };
  const { startingBalance } = input;
  void screen.record(
    { ...run, value, input: { source: text ?? input.source, startingBalance }, settings },
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
