import { HORIZONS, type Horizon } from "../../../workers/news/schema";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type Change, DEPTHS, type Depth, type TraderInputs } from "./trader-inputs.ts";

interface ReflectionRailProps {
  inputs: TraderInputs;
  change: Change;
  linked: SeriesSource;
  running: boolean;
  run: (() => void) | undefined;
}

const LENGTHS: Record<Horizon, string> = { "1D": "a day", "1W": "a week", "1M": "a month", "3M": "three months" };
const TIMEFRAMES = HORIZONS.map((value) => ({ value, label: value, note: LENGTHS[value] }));

/** The form of the reflection tab. */
export function ReflectionRail({ inputs, change, linked, running, run }: ReflectionRailProps) {
  const { reflectionContext, timeframe, depth, useReflection } = inputs;
  return (
    <>
      <RailSection title="Reflection Analysis">
        <TextField
          label="Market Context"
          rows={3}
          value={reflectionContext}
          onChange={(text) => change({ reflectionContext: text })}
          placeholder="Current market: bullish, bearish, volatile, neutral…"
          hint="Required: past signals in the same regime are reviewed first"
        />
        <Select label="Timeframe" value={timeframe} options={TIMEFRAMES} onChange={(value) => change({ timeframe: value })} />
        <Select
          label="Analysis Depth"
          value={depth}
          options={(Object.keys(DEPTHS) as Depth[]).map((value) => ({ value, label: value, note: `the last ${DEPTHS[value]} decisions` }))}
          onChange={(value) => change({ depth: value })}
        />
        {useReflection ? null : <p className="text-muted text-small">Reflection is off in Model Settings.</p>}
        <Button kind="primary" keys="Ctrl ↵" busy={running} isDisabled={!run} onPress={run}>
          Generate Insights
        </Button>
      </RailSection>
      <RailSection title="Linked prices">
        <SeriesField
          source={linked}
          label="Prices with dates"
          hint="date,price rows: past signals are scored against them"
          noun="price"
          rows={4}
        />
        <div className="flex flex-wrap gap-2">
          <SampleButtons onChoose={linked.takeSample} pricesOnly />
          <FileButton accept={[".csv"]} onFile={linked.takeFile}>
            Open a CSV file
          </FileButton>
        </div>
      </RailSection>
    </>
  );
}
