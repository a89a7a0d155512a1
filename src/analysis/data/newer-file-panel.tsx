import type { VersionChanges } from "../../../workers/ingest";
import { count, day, plain, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import type { NewerFile, VersionChoice } from "./newer-file";

interface NewerFilePanelProps {
  newer: NewerFile;
  /** null ignores the file. */
  onChoose: (choice: VersionChoice | null) => void;
}

const KINDS = [
  ["added", "new"],
  ["changed", "changed"],
  ["gone", "gone"],
] as const satisfies readonly (readonly [keyof VersionChanges, string])[];
const figure = (value: number | null) => (value === null || Number.isNaN(value) ? "–" : plain(value));

/** Changes in a newer file of a known series, and what to do with it. */
export function NewerFilePanel({ newer: { series, known, changes }, onChoose }: NewerFilePanelProps) {
  const { added } = changes;
  return (
    <section aria-label="Newer file" className="rounded-[6px] border border-warn/45 bg-raised px-2.5 py-2 text-small">
      <p className="font-[550] text-data">A newer file of {known.name}</p>
      <p className="text-muted">
        {series.name}: {plural(changes.same, "row")} unchanged
      </p>
      <dl className="mt-1.5 flex flex-col gap-1.5">
        {KINDS.map(([kind, word]) => {
          const { count: rows, from, to, examples } = changes[kind];
          if (rows === 0) return null;
          return (
            <div key={kind}>
              <dt>
                {count(rows)} {word}
                {from !== null && to !== null ? (
                  <span className="num text-muted">
                    {" "}
                    {day(from)}
                    {to === from ? "" : ` – ${day(to)}`}
                  </span>
                ) : null}
              </dt>
              {examples.map(({ time, column, before, after }) => (
                <dd key={time} className="num text-muted">
                  {day(time)} {column}: {kind === "changed" ? `${figure(before)} → ${figure(after)}` : figure(after ?? before)}
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button size="small" kind="primary" onPress={() => onChoose("file")}>
          Use the new file
        </Button>
        <Button size="small" isDisabled={added.count === 0} onPress={() => onChoose("rows")}>
          Add new rows only
        </Button>
        <Button size="small" onPress={() => onChoose("another")}>
          Save as another dataset
        </Button>
        <Button size="small" kind="quiet" onPress={() => onChoose(null)}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
