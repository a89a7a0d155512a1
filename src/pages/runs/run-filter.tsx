import { havingWords } from "../../lib/find-words.ts";
import { plural } from "../../lib/format.ts";
import { screenAt, screens } from "../../routes.ts";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";

export interface RunFilter {
  text: string;
  /** Path of a screen; "all" for any. */
  screen: string;
  pinned: boolean;
}

export const NO_FILTER: RunFilter = { text: "", screen: "all", pinned: false };

export const toolOf = ({ screen }: Pick<RunBody, "screen">): string => screenAt(screen)?.title ?? screen;

const searched = (run: RunBody): string =>
  [
    run.title,
    run.note,
    toolOf(run),
    ...run.datasets.map(({ name }) => name),
    ...run.figures.map(({ value }) => (typeof value === "string" ? value : "")),
  ].join(" ");

/** Pinned runs first, then latest first. */
export function matching(records: readonly Kept<RunBody>[], { text, screen, pinned }: RunFilter): Kept<RunBody>[] {
  const listed = records.filter(({ body }) => (screen === "all" || body.screen === screen) && (!pinned || body.pinned));
  return [...havingWords(listed, text, ({ body }) => searched(body))].sort(
    (a, b) => Number(b.body.pinned) - Number(a.body.pinned) || b.body.startedAt - a.body.startedAt,
  );
}

interface RunFilterBarProps {
  filter: RunFilter;
  onChange: (filter: RunFilter) => void;
  records: readonly Kept<RunBody>[];
  shown: number;
}

export function RunFilterBar({ filter, onChange, records, shown }: RunFilterBarProps) {
  const used = new Set(records.map(({ body }) => body.screen));
  const tools = screens.flatMap(({ paths: [path], title }) => (used.has(path) ? [{ value: path as string, label: title }] : []));
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <TextField
        label="Find"
        placeholder="Name, note, dataset or result"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        className="min-w-40 flex-1"
      />
      <Select
        label="Tool"
        value={filter.screen}
        options={[{ value: "all", label: "All tools" }, ...tools]}
        onChange={(screen) => onChange({ ...filter, screen })}
        className="w-56 max-[640px]:w-full"
      />
      <Checkbox checked={filter.pinned} onChange={(pinned) => onChange({ ...filter, pinned })} className="h-[30px]">
        Pinned only
      </Checkbox>
      <span role="status" className="num flex h-[30px] items-center text-muted text-small">
        {plural(shown, "run")}
      </span>
    </div>
  );
}
