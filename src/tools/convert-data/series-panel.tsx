import { useRouter } from "@tanstack/react-router";
import { memo, useMemo } from "react";
import type { Series } from "../../../workers/contract";
import { SeriesReading } from "../../analysis/data/series-reading.tsx";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { stepsFor } from "../../analysis/next/steps.ts";
import { takeStep } from "../../analysis/next/take-step.ts";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useTableFormat } from "../../ui/table-format.tsx";
import { saveSeries } from "./use-given-series";

interface SeriesPanelProps {
  source: SeriesSource;
  onRemove: () => void;
}

/** A series, or one symbol of a panel at a time: what was read, its chart, and the next steps. */
export const SeriesPanel = memo(function SeriesPanel({ source, onRemove }: SeriesPanelProps) {
  const { series } = source;
  return (
    <>
      <Panel title="Series" note="not a results report: read as a table" actions={series ? <SeriesActions series={series} /> : null}>
        <div className="max-w-[26rem]">
          <SeriesReading source={source} onRemove={onRemove} />
        </div>
      </Panel>
      {series ? <SeriesChart series={series} /> : null}
    </>
  );
});

function SeriesActions({ series }: { series: Series }) {
  const router = useRouter();
  const format = useTableFormat().label;
  const panel = series.quality.symbolOf;
  return (
    <>
      {stepsFor("convert-data", series).map((taker) => (
        <Button key={taker.label} size="small" onPress={() => takeStep(router, taker, { text: "", hash: series.hash })}>
          {taker.label}
        </Button>
      ))}
      <Menu
        label="Save the series"
        trigger={<Button size="small">Save</Button>}
        choices={[
          { id: "series", label: `Series as ${format}`, note: "with all its columns", onChoose: () => void saveSeries(series) },
          ...(panel
            ? [{ id: "panel", label: `Panel as ${format}`, note: "a column per symbol", onChoose: () => void saveSeries(series, "whole") }]
            : []),
        ]}
      />
    </>
  );
}

function SeriesChart({ series }: { series: Series }) {
  const { times, columns, primary } = series;
  const x = useMemo(() => datedAxis(times, "Row"), [times]);
  const panes = useMemo<ChartPane[]>(() => {
    const { name, values } = columns[primary];
    return [{ key: "value", share: 1, digits: 2, series: [{ key: "value", label: name, kind: "line", color: "accent", values }] }];
  }, [columns, primary]);
  return (
    <TimeChart title={series.name} x={x} panes={panes} exportName="series" height={240} onExportTable={() => void saveSeries(series)} />
  );
}
