import { clockTime } from "../../lib/format.ts";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { Select } from "../../ui/select.tsx";
import { toolOf } from "./run-filter.tsx";

type Run = Kept<RunBody>;

interface RunPickerProps {
  label: string;
  chosen: Run;
  records: readonly Run[];
  /** The run on the other side, which is excluded. */
  without: string;
  onPick: (id: string) => void;
}

/** One side of a comparison: any run, latest first. */
export function RunPicker({ label, chosen, records, without, onPick }: RunPickerProps) {
  const options = records
    .filter(({ id }) => id !== without)
    .sort((a, b) => b.body.startedAt - a.body.startedAt)
    .map(({ id, body }) => ({
      value: id,
      label: body.title,
      note: [toolOf(body), ...body.datasets.map(({ name }) => name), clockTime(body.startedAt)].join(" · "),
    }));
  return <Select label={label} value={chosen.id} options={options} onChange={onPick} className="min-w-0 flex-[1_1_16rem]" />;
}

/**
 * Two runs to start with: the latest of a tool, and the latest earlier one on the same data, or of the same tool. Null if there are not
 * two.
 * @param screen path of the tool; any tool if it has no runs
 */
export function suggestedPair(records: readonly Run[], screen: string): [string, string] | null {
  const latest = [...records].sort((a, b) => b.body.startedAt - a.body.startedAt);
  const newest = latest.find(({ body }) => body.screen === screen) ?? latest[0];
  const others = latest.filter((run) => run !== newest);
  const sameTool = others.filter(({ body }) => body.screen === newest?.body.screen);
  const hashes = ({ body }: Run) => body.datasets.map(({ hash }) => hash).join();
  const before = sameTool.find((run) => newest && hashes(run) === hashes(newest)) ?? sameTool[0] ?? others[0];
  return newest && before ? [before.id, newest.id] : null;
}
