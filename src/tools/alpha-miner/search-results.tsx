import { useMemo } from "react";
import { PartNote } from "../../analysis/part-note.tsx";
import { count, fixed, pEquals, percent, pValue } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { decimals, figureColumn, percents } from "../../ui/figure-column.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { saveSearch } from "./exports.tsx";
import { directed } from "./formula-text";
import { searchProvenance, searchSpeed } from "./provenance";
import type { AlphaSettings } from "./settings";
import type { FoundFormula, SearchRun } from "./use-search";

/** Probability from which a result counts as more than chance. */
const SURE = 0.95;

/** A long formula wraps anywhere, so that the figures beside it stay visible. */
const FORMULA = "num break-all inline-block min-w-32 @min-[640px]:min-w-40";

interface SearchResultsProps {
  run: SearchRun;
  kept: AlphaSettings["formulas"];
  onKeep: (name: string, text: string) => void;
}

function columnsOf(kept: SearchResultsProps["kept"], onKeep: SearchResultsProps["onKeep"]): TableColumn<FoundFormula>[] {
  return [
    { id: "formula", header: "Formula", cell: (row) => <code className={FORMULA}>{directed(row)}</code>, text: directed },
    figureColumn("train", "Train IC", ({ train }) => train.ic, decimals(4)),
    figureColumn("holdout", "Holdout IC", ({ holdout }) => holdout.ic, decimals(4)),
    figureColumn("holdout-p", "Holdout p", ({ holdout }) => holdout.p, pValue),
    figureColumn("bonferroni", "Bonferroni p", ({ bonferroni }) => bonferroni, pValue),
    figureColumn("luck", "Expected max IC", ({ luck }) => luck, decimals(4)),
    figureColumn("deflated", "Deflated IC", ({ deflatedInformation }) => deflatedInformation, percents(1)),
    figureColumn("sharpe", "Deflated Sharpe", ({ deflatedSharpe }) => deflatedSharpe, percents(1)),
    {
      id: "keep",
      header: "Keep",
      text: null,
      cell: (row) => {
        const text = directed(row);
        const there = kept.some((formula) => formula.text === text);
        return (
          <Button size="small" isDisabled={there} aria-label={`Keep ${text}`} onPress={() => onKeep("Found", text)}>
            {there ? "Kept" : "Keep"}
          </Button>
        );
      },
    },
  ];
}

/** The best formulas of a search, in training and holdout, deflated by the number of trials. */
export function SearchResults({ run, kept, onKeep }: SearchResultsProps) {
  const { found, statistics } = run.value;
  const columns = useMemo(() => columnsOf(kept, onKeep), [kept, onKeep]);
  const sure = found.filter(({ deflatedInformation, holdout }) => (deflatedInformation ?? 0) >= SURE && (holdout.ic ?? 0) > 0).length;
  const { trials, tested, luck, train, holdout, rows, skipped, proven, canceledAfter: part } = statistics;
  const best = found[0];
  return (
    <>
      <PartNote part={part} things="formulas">
        All corrections count only these. Not added to the list of runs.
      </PartNote>
      <StatStrip label="Figures of the search">
        <Stat label="Formulas tried" value={count(trials)} note={`${count(tested)} could be tested`} info={searchProvenance} />
        <Stat
          label="Speed"
          value={count(Math.round((1000 * trials) / Math.max(1, run.millis)))}
          unit="per second"
          note={`on ${count(rows)} rows, in ${fixed(run.millis / 1000, 1)} s`}
          info={searchSpeed}
        />
        <Stat
          label="Best train IC"
          value={fixed(best?.train.ic, 4)}
          note={`expected by chance ${fixed(best?.luck, 4)}`}
          info={searchProvenance}
        />
        <Stat label="Holdout IC" value={fixed(best?.holdout.ic, 4)} note={pEquals(best?.holdout.p)} info={searchProvenance} />
        <Stat
          label="Deflated IC"
          value={percent(best?.deflatedInformation, 1)}
          note="probability that it is not due to chance"
          info={searchProvenance}
        />
        <Stat
          label="Expected maximum by chance"
          value={fixed(luck, 2)}
          unit="standard errors"
          note={`maximum of ${count(tested)} null formulas of either sign`}
          info={searchProvenance}
        />
      </StatStrip>
      {sure === 0 ? (
        <Caution>
          No formula beats chance: the best of {count(tested)} tested is within the expected maximum of as many null formulas.
        </Caution>
      ) : null}
      <Panel
        title="Formulas found"
        note={`train rows ${count(train.from + skipped + 1)} to ${count(train.to + skipped)}, holdout to ${count(holdout.to + skipped)}`}
        actions={
          <>
            <Button size="small" kind="quiet" onPress={() => saveSearch(run)}>
              <TableFormatName />
            </Button>
            <InfoButton {...searchProvenance} />
          </>
        }
        footer={`Signs are set so that the training IC is positive. All passed the look-ahead check on ${count(proven)} values.${
          skipped > 0 ? ` The search uses the latest ${count(rows)} rows.` : ""
        }`}
        flush
      >
        <DataTable label="Formulas found" columns={columns} rows={found} rowKey={({ text }) => text} empty="No formula could be tested" />
      </Panel>
    </>
  );
}
