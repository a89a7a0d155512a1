import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { returnsOf } from "../../../workers/analyzed-column";
import type { FileFormat, PanelSymbol, QualityReport, Series } from "../../../workers/contract";
import { bytes, count, day, duration, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FactList, type FactRow } from "../../ui/fact-list.tsx";
import { DroppedRows, dropWords } from "./dropped-rows.tsx";
import { FixButtons, type FixedSource } from "./fix-buttons.tsx";
import { panelWords } from "./panel-words.ts";
import { type Fixes, type FixPlace, fixesOf, isOfPanel, neededWords } from "./reading-fixes.ts";
import { adjustedWords, chosenWords, doubtWords, formulaWords, returnsWords, undatedWords } from "./reading-words.ts";
import { SimulatedTruth } from "./simulated-truth.tsx";
import { useJumps } from "./use-jumps";

const FORMATS: Record<FileFormat, string> = {
  text: "text",
  gzip: "gzip",
  zip: "zip archive",
  html: "HTML",
  json: "JSON",
  parquet: "Parquet",
  arrow: "Arrow",
  xlsx: "Excel workbook",
};

/** File format and, for text, how it was parsed: other formats have typed cells. */
function form({ opened, delimiter, decimal, header, encoding, chosen }: QualityReport): { name: string; value: string }[] {
  const formats = opened?.formats ?? ["text"];
  const inside = (opened?.choices ?? []).map(({ chosen }) => ({ name: "Part of the file", value: chosen }));
  const format = { name: "Format", value: formats.map((one) => FORMATS[one]).join(" ▸ ") };
  if (formats.at(-1) !== "text") return [format, ...inside];
  const taken = [
    { name: "Delimiter", value: delimiter },
    { name: "Decimal separator", value: decimal },
    { name: "Header row", value: header ? "yes" : "no" },
    { name: "Encoding", value: encoding.startsWith("utf") || chosen?.options.encoding ? encoding : `${encoding} (assumed)` },
  ];
  return opened ? [format, ...inside, ...taken] : taken;
}

/** The first five known rows out of `found`. */
const rowList = (rows: readonly number[], found: number) =>
  rows.length === 0
    ? ""
    : ` (${rows.length === 1 ? "row" : "rows"} ${rows.slice(0, 5).map(count).join(", ")}${found > Math.min(5, rows.length) ? "…" : ""})`;

const figure = (id: Exclude<keyof PanelSymbol, "name" | "returns">, header: string): TableColumn<PanelSymbol> => ({
  id,
  header,
  cell: (symbol) => count(symbol[id]),
  sortBy: (symbol) => symbol[id],
});
const ALIGNMENT: readonly TableColumn<PanelSymbol>[] = [
  { id: "name", header: "Symbol", cell: ({ name }) => name, sortBy: ({ name }) => name },
  figure("values", "Values"),
  figure("filled", "Filled"),
  figure("blank", "Blank"),
  figure("dropped", "Dropped"),
  figure("repeated", "Repeated"),
];

interface QualityFactsProps {
  series: Series;
  /** The field of the series, to correct its reading. */
  source?: FixedSource;
}

/** Whether there is a count with a fix beside it. */
const isListed = ({ quality: { dropped, jumps, missing, returns } }: Series, fixes: Fixes): boolean =>
  (jumps.count > 0 && !returns) ||
  (fixes["missing-value"] !== undefined && (missing.length > 0 || dropped.some(({ reason }) => reason === "missing-value"))) ||
  (["repeated", "duplicate-date", "filled", "returns", "adjusted"] as const).some((place) => fixes[place] !== undefined);

/** Keeps keyboard focus in the list after a fix button has removed itself. */
function useFocusKept() {
  const ref = useRef<HTMLElement>(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: () => {
      held.current = true;
    },
    // An element removed while focused was not left by the user.
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) held.current = false;
    },
  };
}

/**
 * Everything found while reading a text: rows kept and dropped with reason and position, order, gaps, doubtful values, and how the text was
 * parsed.
 */
export function QualityFacts({ series, source }: QualityFactsProps) {
  const { panel } = series.quality;
  const jumps = useJumps(series);
  const whole = isOfPanel(series.quality);
  const fixable = source && !whole && !series.period;
  const all = source && !series.period ? fixesOf(series, jumps) : {};
  // Data combined from several texts or symbols cannot be re-read as one: of a panel, either all returns are compounded or none.
  const fixes = whole ? { returns: all.returns } : all;
  const needed = fixable && !source.reread && isListed(series, fixes) ? neededWords(series) : null;
  const { ref, ...focus } = useFocusKept();
  const busy = useRef(false);
  return (
    <>
      <section ref={ref} aria-label="What reading found" tabIndex={-1} className="outline-none" {...focus}>
        <FactList
          label="Data quality"
          facts={facts(series, (place) => (
            <FixButtons fixes={fixes[place]} series={series} source={source} busy={busy} className="justify-end" />
          ))}
        />
      </section>
      {needed ? (
        <p data-report="none" className="mt-2 text-muted text-small">
          {needed}
        </p>
      ) : null}
      <DroppedRows quality={series.quality} />
      {panel ? (
        <div className="mt-3">
          <DataTable
            label="Alignment by symbol"
            columns={ALIGNMENT}
            rows={panel.symbols}
            rowKey={({ name }) => name}
            copyable
            height={280}
          />
        </div>
      ) : null}
      <SimulatedTruth series={series} />
    </>
  );
}

/** Rare problems, listed only if found. */
function unusualFacts({ unchanged, weekend, future }: QualityReport["unusual"] = {}): { name: string; value: string }[] {
  const listed = (name: string, found: { count: number; rows: number[] } | undefined) =>
    found ? [{ name, value: `${count(found.count)}${rowList(found.rows, found.count)}` }] : [];
  return [
    ...(unchanged
      ? [
          {
            name: "Unchanged for 5 rows or more",
            value: `${plural(unchanged.count, "run")}, longest ${count(unchanged.longest)} rows${rowList(unchanged.rows, unchanged.count)}`,
          },
        ]
      : []),
    ...listed("Rows on weekends", weekend),
    ...listed("Dates in the future", future),
  ];
}

type Fixable = (text: string, place: FixPlace) => ReactNode;

/** Rows read, kept and dropped, and blank cells. */
function rowFacts({ quality, length }: Series, fixable: Fixable): FactRow[] {
  const blank = quality.dropped.some(({ reason }) => reason === "missing-value");
  return [
    { name: "Rows read", value: count(quality.rowsRead) },
    { name: "Rows kept", value: count(length) },
    ...quality.dropped.map(({ reason, count: found, examples }) => ({
      name: `Rows dropped: ${dropWords(reason, quality)}`,
      value: fixable(
        `${count(found)}${rowList(
          examples.map(({ row }) => row),
          found,
        )}`,
        reason,
      ),
    })),
    ...(quality.panel ? [] : quality.missing).map(({ column, count: found }, place) => ({
      name: `Blank cells in ${column}`,
      // With several columns the button is beside the rows without an analyzed value, otherwise beside the first blank ones.
      value: place === 0 && !blank ? fixable(count(found), "missing-value") : count(found),
    })),
  ];
}

function facts(series: Series, fix: (place: FixPlace) => ReactNode): FactRow[] {
  const fixable: Fixable = (text, place) => (
    <>
      {text}
      {fix(place)}
    </>
  );
  const { quality, length, bytes: size, hash, columns, primary, times } = series;
  const returns = returnsOf(series);
  const order = times
    ? [
        { name: "Dates", value: `${day(times[0])} – ${day(times[length - 1])}` },
        { name: "Date format", value: quality.dateFormat ?? "none" },
        { name: "Out of order by date (sorted)", value: count(quality.unsorted) },
        ...(quality.repeated
          ? [
              {
                name: "Rows kept that repeat a date",
                value: fixable(`${count(quality.repeated.count)}${rowList(quality.repeated.rows, quality.repeated.count)}`, "repeated"),
              },
            ]
          : []),
        { name: "Gaps", value: quality.gaps === 0 ? "none" : `${count(quality.gaps)}, longest ${duration(quality.longestGap)}` },
      ]
    : [
        { name: "Dates", value: "none" },
        ...(quality.undated ? [{ name: `Dates not read from ${quality.undated.column}`, value: undatedWords(quality.undated) }] : []),
      ];
  return [
    ...rowFacts(series, fixable),
    ...order,
    {
      name: "Zero or negative",
      value: `${count(quality.zeroOrNegative.count)}${rowList(quality.zeroOrNegative.rows, quality.zeroOrNegative.count)}`,
    },
    {
      name: "Moves over 40%",
      value: fixable(`${count(quality.jumps.count)}${rowList(quality.jumps.rows, quality.jumps.count)}`, "jumps"),
    },
    ...unusualFacts(quality.unusual),
    ...(quality.panel
      ? []
      : [
          { name: "Analyzed column", value: columns[primary].name },
          { name: "Columns", value: columns.map(({ name }) => name).join(", ") },
        ]),
    ...(quality.panel ? [{ name: "Panel", value: panelWords(quality.panel) }] : []),
    ...(quality.unsolved ?? []).map((cells) => ({ name: `Not read: ${cells.column}`, value: formulaWords(cells) })),
    ...(quality.preset ? [{ name: "Read as", value: quality.preset }] : []),
    ...(quality.doubts
      ? [{ name: "Ambiguous in the text", value: quality.doubts.map((doubt) => doubtWords(doubt, series)).join("; ") }]
      : []),
    ...(chosenWords(quality) ? [{ name: "Read as chosen", value: chosenWords(quality) }] : []),
    ...(quality.filled ?? []).map(({ column, count: found, rows }, place) => ({
      name: `Blank cells of ${column} filled with the previous value`,
      value: place === 0 ? fixable(`${count(found)}${rowList(rows, found)}`, "filled") : `${count(found)}${rowList(rows, found)}`,
    })),
    ...(returns ? [{ name: "Returns", value: fixable(returnsWords(returns, quality.panel), "returns") }] : []),
    ...(quality.adjusted ? [{ name: "Adjusted", value: fixable(adjustedWords(quality.adjusted), "adjusted") }] : []),
    ...form(quality),
    { name: "Size", value: bytes(size) },
    { name: "Parse time", value: `${duration(quality.elapsed)} (${quality.reader === "fast" ? "typed reader" : "PapaParse"})` },
    { name: "SHA-256", value: `${hash.slice(0, 16)}…` },
  ];
}
