import type { OpenedFile, QualityReport, Series } from "../../../workers/contract";
import { count } from "../../lib/format.ts";
import { Select } from "../../ui/select.tsx";
import { panelWords } from "./panel-words.ts";
import { isOfPanel } from "./reading-fixes.ts";
import { ReadingNotice, ReturnsNotice } from "./reading-notice.tsx";
import { RemovedNotice } from "./removed-notice.tsx";
import { SymbolWalk } from "./symbol-walk.tsx";
import { TakePanel } from "./take-panel.tsx";
import type { SeriesSource } from "./use-series-source";

type Format = OpenedFile["formats"][number];

/** Singular and plural of the parts of a format. */
const PARTS: Partial<Record<Format, readonly [one: string, many: string]>> = {
  zip: ["File in the archive", "files"],
  xlsx: ["Sheet", "sheets"],
  html: ["Table", "tables"],
};

export type ReadingSource = Pick<SeriesSource, "reread" | "settled" | "takeSymbol" | "given" | "whole">;

interface ReadingChoiceProps {
  series: Series;
  source?: ReadingSource;
  /** Whether the dataset has been deleted. */
  removed?: boolean;
}

/** Whether the dataset was deleted, the detected text format, and which part of a file was read, with a choice of another. */
export function ReadingChoice({ series, source, removed }: ReadingChoiceProps) {
  const { opened, preset, symbols, symbolOf, panel } = series.quality;
  const reread = source?.reread ?? null;
  const whole = isOfPanel(series.quality);
  return (
    <>
      {removed ? <RemovedNotice series={series} /> : null}
      {preset ? <p className="text-muted">Read as: {preset}</p> : null}
      {symbols ? <SymbolChoice symbols={symbols} reread={reread} /> : null}
      {symbolOf && source ? <SymbolWalk of={symbolOf} take={source.takeSymbol} /> : null}
      {panel ? <p className="text-muted">{panelWords(panel)}</p> : null}
      {source && whole ? <ReturnsNotice series={series} source={source} /> : null}
      {source && !whole ? <ReadingNotice series={series} source={source} /> : null}
      {reread && !whole ? <TakePanel series={series} reread={reread} /> : null}
      {opened ? <PartChoice opened={opened} reread={reread} /> : null}
    </>
  );
}

interface SymbolChoiceProps {
  symbols: NonNullable<QualityReport["symbols"]>;
  reread: SeriesSource["reread"];
}

/** The symbol that was read from rows of many, with a choice of another. */
function SymbolChoice({ symbols: { names, count: all, chosen }, reread }: SymbolChoiceProps) {
  const words = `of ${count(all)} symbols${reread && names.length < all ? `, the first ${count(names.length)} listed` : ""}`;
  if (!reread)
    return (
      <p className="mt-1 text-muted">
        Symbol: {chosen}, {words}
      </p>
    );
  return (
    <Select
      label="Symbol"
      className="mt-1.5"
      value={chosen}
      options={names.map((name) => ({ value: name, label: name }))}
      hint={words}
      onChange={(symbol) => {
        if (symbol !== chosen) reread({ symbol });
      }}
    />
  );
}

interface PartChoiceProps {
  opened: OpenedFile;
  reread: SeriesSource["reread"];
}

/** The sheet, file or table that was read; another can be chosen while the file is available. */
function PartChoice({ opened: { formats, choices }, reread }: PartChoiceProps) {
  const parts = formats.flatMap((format) => (PARTS[format] ? [PARTS[format]] : []));
  // A workbook is itself an archive, whose entries are not offered.
  const named = parts.slice(parts.length - choices.length);
  return choices.map(({ names, chosen }, level) => {
    if (names.length < 2) return null;
    const [label, many] = named[level];
    const place = names.indexOf(chosen) + 1;
    const words = `${place > 0 ? `${count(place)} of ` : ""}${count(names.length)} ${many}`;
    if (!reread)
      return (
        <p key={label} className="mt-1 text-muted">
          {label}: {chosen}, {words}
        </p>
      );
    const outer = choices.slice(0, level).map((choice) => choice.chosen);
    return (
      <Select
        key={label}
        label={label}
        className="mt-1.5"
        value={chosen}
        options={names.map((name) => ({ value: name, label: name }))}
        hint={words}
        onChange={(name) => {
          if (name !== chosen) reread({ path: [...outer, name] });
        }}
      />
    );
  });
}
