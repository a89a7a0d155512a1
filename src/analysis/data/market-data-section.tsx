import { FileButton } from "../../ui/file-drop.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { SampleButtons } from "./sample-buttons.tsx";
import { SeriesField } from "./series-field.tsx";
import type { SeriesSource } from "./use-series-source";

/** The rail's part where one series is given, for the screens that trade it: box, file, samples. */
export function MarketDataSection({ source, hint }: { source: SeriesSource; hint: string }) {
  return (
    <RailSection title="Data">
      <SeriesField source={source} label="Market Data" hint={hint} rows={5} noun="value" />
      <div className="flex flex-wrap gap-2">
        <FileButton onFile={source.takeFile}>Open a CSV file</FileButton>
        <SampleButtons onChoose={source.takeSample} />
      </div>
    </RailSection>
  );
}
