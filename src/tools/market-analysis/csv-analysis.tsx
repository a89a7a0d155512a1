import type { Series } from "../../../workers/contract";
import type { Description } from "../../../workers/numerics/describe";
import { Named } from "../../analysis/decision/market-features.tsx";
import { priceDecimals } from "../../analysis/decision/price-decimals.ts";
import { clockTime, count, fixed } from "../../lib/format.ts";
import { FactList } from "../../ui/fact-list.tsx";
import type { Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";

const statisticInfo = (title: string, formula: string, csv: Series): Provenance => ({
  title,
  formula,
  settings: [["Column", csv.columns[csv.primary].name]],
  n: `${count(csv.length)} data points`,
  source: csv.name,
});

/** Content of the uploaded file, and what was found while reading it. */
export function CsvAnalysis({ csv, statistics }: { csv: Series; statistics: Description }) {
  const { quality, name, loadedAt, columns, primary } = csv;
  const merged = quality.dropped.find(({ reason }) => reason === "duplicate-date")?.count ?? 0;
  const duplicates = merged + (quality.repeated?.count ?? 0);
  const missing =
    (quality.dropped.find(({ reason }) => reason === "missing-value")?.count ?? 0) +
    (quality.missing.find(({ column }) => column === columns[primary].name)?.count ?? 0);
  const other = quality.rowsRead - quality.rowsKept - merged - missing;
  const price = (value: number | null) => fixed(value, priceDecimals(statistics.mean));
  const named = (title: string, formula: string) => <Named info={statisticInfo(title, formula, csv)}>{title}</Named>;
  return (
    <Panel title="CSV Data Analysis" note={columns[primary].name}>
      <FactList
        label="CSV Data Analysis"
        facts={[
          { name: "Data points", value: count(csv.length) },
          { key: "average", name: named("Average", "sum of the prices / n"), value: price(statistics.mean) },
          { key: "minimum", name: named("Min", "the smallest price"), value: price(statistics.minimum) },
          { key: "maximum", name: named("Max", "the largest price"), value: price(statistics.maximum) },
          {
            key: "file",
            name: <span className="whitespace-nowrap">File name</span>,
            value: <span className="break-all font-sans">{name}</span>,
          },
          { name: "Upload time", value: <span className="font-sans">{clockTime(loadedAt)}</span> },
          { name: "Missing values", value: count(missing) },
          { name: "Duplicate dates", value: count(duplicates) },
          { name: "Out of order by date", value: count(quality.unsorted) },
          ...(other > 0 ? [{ name: "Other rows dropped", value: count(other) }] : []),
        ]}
      />
    </Panel>
  );
}
