import { count, moment, plural } from "../../lib/format.ts";
import { FactList, type FactRow } from "../../ui/fact-list.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { AlphaRun } from "./use-alpha";

/** The data behind the factors, and what was excluded and why. */
export function SamplePanel({ run }: { run: AlphaRun }) {
  const { value, input, series, undated } = run;
  const { metadata, factors, unavailable, newsLeftOut } = value;
  const facts: FactRow[] = [
    { name: "Data", value: series.name },
    { name: input.times ? "Timestamp" : "Last row", value: input.times ? moment(metadata.timestamp) : count(metadata.timestamp) },
    { name: "Data points", value: count(metadata.dataPoints) },
    { name: "Factors", value: count(metadata.factorCount) },
    ...(value.mode === "cross-section" ? [{ name: "Assets", value: count(input.assets.length) }] : []),
  ];
  const rows = series.quality.rowsRead - series.quality.rowsKept;
  const lines = [
    ...(rows > 0 ? [`${plural(rows, "row")} of the text dropped: see Data quality under Market Data`] : []),
    ...factors
      .filter(({ dropped }) => dropped.count > 0)
      .map(({ name, dropped }) => `${name}: ${count(dropped.count)} of ${count(metadata.dataPoints)} steps dropped, ${dropped.reason}`),
    ...unavailable.map(({ name, reason }) => `${name}: ${reason}`),
    ...(undated > 0 ? [`${plural(undated, "item")} of news without a date excluded`] : []),
    ...(newsLeftOut > 0 ? [`${plural(newsLeftOut, "item")} of news after the last price, or without dated prices, excluded`] : []),
  ];
  return (
    <Panel title="Sample" note={value.mode === "series" ? "one series, over time" : "assets compared date by date"}>
      <FactList facts={facts} />
      {value.mode === "cross-section" ? (
        <p className="mt-2 border-line border-t pt-2 text-muted text-small">Assets: {input.assets.map(({ name }) => name).join(", ")}</p>
      ) : null}
      {lines.length > 0 ? (
        <ul aria-label="Excluded" className="mt-2 flex flex-col gap-1 border-line border-t pt-2 text-muted text-small">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
