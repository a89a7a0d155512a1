import type { ColumnUse, DropReason } from "../../../workers/contract";
import type { PreviewRow } from "../../../workers/ingest";
import { count, moment, plain } from "../../lib/format.ts";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { type ChoiceProps, OpenChoice } from "./open-choice.tsx";
import { USES, widthWords } from "./reading-words.ts";

const REASONS: Record<DropReason, string> = {
  "not-a-number": "not a number",
  "bad-date": "unreadable date",
  "missing-value": "no value",
  "wrong-column-count": "different number of cells",
  "duplicate-date": "repeated date",
};

/** The first rows as text, the value of each cell below it, and the use of each column above it. */
export function ReadingTable({ preview, options, change }: ChoiceProps) {
  const { columns, rows, width, typed, read } = preview;
  const choose = (place: number, use: ColumnUse | undefined) => {
    const uses = columns.map((_, at) => (at === place ? (use ?? null) : (options.uses?.[at] ?? null)));
    const { uses: _, ...rest } = options;
    change(uses.some((one) => one !== null) ? { ...rest, uses } : rest);
  };
  // A list has a single column, of numbers.
  const choosable = typed || columns.length > 1;
  const places = new Map(read.map(({ place }, at) => [place, at]));
  return (
    <div>
      <ScrollArea label="The first rows">
        <table className="border-collapse text-data" aria-label="First rows, as read">
          <thead>
            <tr className="text-left align-bottom">
              <th scope="col" className="py-1 pr-3 font-normal text-muted text-small">
                Line
              </th>
              {columns.map(({ name, use }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <th key={place} scope="col" className="min-w-32 py-1 pr-3 font-normal">
                  {choosable ? (
                    <OpenChoice
                      label={name}
                      names={USES}
                      value={options.uses?.[place] ?? undefined}
                      found={USES[use]}
                      onChange={(chosen) => choose(place, chosen)}
                    />
                  ) : (
                    name
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <tr key={place} className="border-line border-t align-top">
                <th scope="row" className="num py-1 pr-3 text-left font-normal text-muted">
                  {row.line === null ? "last rows" : count(row.line)}
                  {row.dropped ? (
                    <span className="block whitespace-nowrap text-small text-warn">excluded: {REASONS[row.dropped]}</span>
                  ) : null}
                </th>
                {columns.map(({ use }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <td key={place} className="num py-1 pr-3">
                    <span className="block whitespace-nowrap">{row.cells[place] || "–"}</span>
                    <span className="block whitespace-nowrap text-muted text-small">{become(row, use, places.get(place))}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="mt-1 text-muted text-small">
        Each cell as written, with the value read from it below. {widthWords(columns.length, width)}
      </p>
    </div>
  );
}

/** The value read from a cell. */
function become({ dropped, time, values }: PreviewRow, use: ColumnUse, at: number | undefined): string {
  if (dropped) return "→ excluded";
  if (use === "date") return time === null ? "→ not read" : `→ ${moment(time)}`;
  if (use === "time") return "→ part of the date";
  if (use === "symbol") return "→ symbol";
  if (at === undefined) return "→ not read";
  const value = values[at];
  return value === null ? "→ blank" : `→ ${plain(value)}`;
}
