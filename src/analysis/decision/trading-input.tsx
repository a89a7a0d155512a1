import { useCallback } from "react";
import { count, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { LateReading } from "../data/late-reading.tsx";
import { SeriesField } from "../data/series-field.tsx";
import { NewerFile } from "../data/series-reading.tsx";
import { SeriesSummary } from "../data/series-summary.tsx";
import type { MarketInputs } from "./market-inputs.ts";
import { NewsField } from "./news-field.tsx";
import type { DecisionForm } from "./use-decision-form.ts";
import type { MarketData } from "./use-market-data.ts";

interface TradingInputProps {
  data: MarketData;
  inputs: MarketInputs;
  change: (changes: Partial<MarketInputs>) => void;
  form: DecisionForm;
  running: boolean;
  /** false: Ctrl+Enter currently runs something else. */
  keys?: boolean;
}

/** The form of the screen: prices, an optional CSV, news, and the decision button. */
export function TradingInput({ data, inputs, change, form, running, keys = true }: TradingInputProps) {
  const { box, csv } = data;
  const changeNews = useCallback((news: string) => change({ news }), [change]);
  return (
    <RailSection title="Trading Input">
      <div className="flex flex-wrap items-center gap-1.5">
        <Button size="small" onPress={form.fillSample}>
          Fill Sample Data
        </Button>
        <Button size="small" onPress={form.loadSample}>
          Load sample series
        </Button>
      </div>
      <SeriesField
        source={box}
        label="Market Data"
        hint={
          inputs.sampleSeed === null
            ? "At least 2 comma-separated price points"
            : `At least 2 comma-separated price points. Generated, seed ${inputs.sampleSeed}.`
        }
        placeholder="100.25, 101.10, 99.87"
        noun="price"
        rows={4}
        onFile={data.loadCsv}
      />
      {csv.series && (!csv.reading || csv.rereading) ? (
        <SeriesSummary series={csv.series} noun="price" onRemove={data.removeCsv} source={csv} />
      ) : (
        <div className="flex items-center gap-2 text-small">
          <FileButton accept={[".csv"]} onFile={data.loadCsv} busy={csv.reading !== null}>
            Upload CSV
          </FileButton>
          <span className="text-faint">or drop a .csv file here</span>
        </div>
      )}
      <LateReading reading={csv.reading} onCancel={csv.cancel} />
      <FailureBox failure={csv.failure} />
      <NewerFile source={csv} />
      <Plan data={data} />
      <NewsField news={inputs.news} onChange={changeNews} />
      <Button kind="primary" onPress={form.ask} isDisabled={!form.complete} busy={running} keys={keys ? "Ctrl ↵" : undefined}>
        Get Trading Decision
      </Button>
    </RailSection>
  );
}

/** Explains how box and CSV are combined, if both are given. */
function Plan({ data: { series, mirrored } }: { data: MarketData }) {
  const { typed, csv } = series;
  if (!csv) return null;
  const words = mirrored
    ? `The field shows the prices of ${csv.name}; they are used once.`
    : typed
      ? `${plural(typed.length, "price")} typed, then ${count(csv.length)} of ${csv.name}: ${count(typed.length + csv.length)} in total.`
      : null;
  return words ? <p className="text-muted text-small">{words}</p> : null;
}
