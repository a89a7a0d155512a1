import { useState } from "react";
import type { DropReason, QualityReport, Series } from "../../workers/contract";
import { bytes, count, day, duration, plural } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { FactList } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";

const REASONS: Record<DropReason, string> = {
  "not-a-number": "not a number",
  "bad-date": "unreadable date",
  "missing-value": "no value",
  "wrong-column-count": "too few columns",
  "duplicate-date": "same date as a later row",
};

const rowList = (rows: readonly number[]) =>
  rows.length === 0 ? "" : ` (row ${rows.slice(0, 5).map(count).join(", ")}${rows.length > 5 ? "…" : ""})`;
const droppedCount = ({ dropped }: QualityReport) => dropped.reduce((sum, group) => sum + group.count, 0);

export interface SeriesSummaryProps {
  series: Series;
  /** What one value is: "price", "return". */
  noun?: string;
  /** Takes the series out of the field; without it the card has no Remove button. */
  onRemove?: () => void;
}

/** A card: the series' name, "1,974 values read, 0 dropped", the dates they span, and behind "Details" all that reading the text found. */
export function SeriesSummary({ series, noun = "value", onRemove }: SeriesSummaryProps) {
  const [open, setOpen] = useState(false);
  const { quality, times, length, name } = series;
  const concerns = [quality.unsorted, quality.gaps, quality.jumps.count].filter((found) => found > 0).length;
  return (
    <div className="flex items-start gap-1 rounded-[6px] border border-line bg-raised px-2.5 py-2 text-small">
      <div className="min-w-0 flex-1">
        <p className="truncate text-data" title={name}>
          {name}
        </p>
        <p role="status" className="text-muted">
          {plural(length, noun)} read, {count(droppedCount(quality))} dropped
        </p>
        {times ? (
          <p className="num text-muted">
            {day(times[0])} – {day(times[length - 1])}
          </p>
        ) : null}
        {concerns > 0 ? (
          <p className="text-muted">
            <span aria-hidden="true" className="text-warn">
              ▲{" "}
            </span>
            {plural(concerns, "remark")} on the data
          </p>
        ) : null}
      </div>
      <Button size="small" kind="quiet" onPress={() => setOpen(true)} aria-label={`Details of ${name}`}>
        Details
      </Button>
      {onRemove ? (
        <Button size="small" onPress={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      ) : null}
      <Dialog title={`Data quality: ${name}`} open={open} onClose={() => setOpen(false)}>
        <FactList facts={facts(series)} />
      </Dialog>
    </div>
  );
}

function facts({ quality, length, bytes: size, hash, columns, primary, times }: Series): { name: string; value: string }[] {
  const read = [
    { name: "Rows read", value: count(quality.rowsRead) },
    { name: "Rows kept", value: count(length) },
    ...quality.dropped.map(({ reason, count: found, examples }) => ({
      name: `Dropped: ${REASONS[reason]}`,
      value: `${count(found)}${rowList(examples.map(({ row }) => row))}`,
    })),
    ...quality.missing.map(({ column, count: found }) => ({ name: `Blank cells in ${column}`, value: count(found) })),
  ];
  const order = times
    ? [
        { name: "Dates", value: `${day(times[0])} – ${day(times[length - 1])}` },
        { name: "Date format", value: quality.dateFormat ?? "none" },
        { name: "Out of date order (sorted)", value: count(quality.unsorted) },
        { name: "Gaps", value: quality.gaps === 0 ? "none" : `${count(quality.gaps)}, longest ${duration(quality.longestGap)}` },
      ]
    : [{ name: "Dates", value: "none in the text" }];
  return [
    ...read,
    ...order,
    { name: "Zero or negative", value: `${count(quality.zeroOrNegative.count)}${rowList(quality.zeroOrNegative.rows)}` },
    { name: "Steps over 40 %", value: `${count(quality.jumps.count)}${rowList(quality.jumps.rows)}` },
    { name: "Analysed column", value: columns[primary].name },
    { name: "Columns", value: columns.map(({ name }) => name).join(", ") },
    { name: "Delimiter", value: quality.delimiter },
    { name: "Decimal sign", value: quality.decimal },
    { name: "Header row", value: quality.header ? "yes" : "no" },
    { name: "Encoding", value: quality.encoding },
    { name: "Size", value: bytes(size) },
    { name: "Read in", value: `${duration(quality.elapsed)} (${quality.reader === "fast" ? "typed reader" : "PapaParse"})` },
    { name: "SHA-256", value: `${hash.slice(0, 16)}…` },
  ];
}
