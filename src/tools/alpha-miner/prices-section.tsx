import { memo } from "react";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../analysis/data/series-field.tsx";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { FileButton } from "../../ui/file-drop.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { assetNames, comparesAssets, MIN_ASSETS } from "./alpha-input";
import type { AlphaSettings, ChangeSettings } from "./settings";

interface PricesSectionProps {
  source: SeriesSource;
  settings: AlphaSettings;
  change: ChangeSettings;
}

/** The prices and, for a table of several assets, whether to compare them or use one. */
export const PricesSection = memo(function PricesSection({ source, settings, change }: PricesSectionProps) {
  const { series } = source;
  const names = series ? assetNames(series) : [];
  const several = names.length >= MIN_ASSETS;
  const compares = series !== null && comparesAssets(series, settings);
  return (
    <RailSection title="Data">
      <SeriesField
        source={source}
        label="Market Data"
        hint="Prices, one per line, or a table with dates; a Volume column adds a factor"
        rows={5}
        noun="price"
        required
      />
      <div className="flex flex-wrap gap-2">
        <FileButton onFile={source.takeFile}>Open a file</FileButton>
        <SampleButtons onChoose={source.takeSample} holds="either" pricesOnly />
      </div>
      {several ? (
        <Segmented
          label="Analyze"
          value={compares ? "all" : "one"}
          options={[
            { value: "all", label: `${names.length} assets` },
            { value: "one", label: "One series" },
          ]}
          onChange={(mode) => change({ mode })}
        />
      ) : null}
      {series && names.length > 1 && !compares ? (
        <Select
          label="Series"
          value={names.includes(settings.column ?? "") ? (settings.column ?? "") : series.columns[series.primary].name}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(column) => change({ column })}
        />
      ) : null}
    </RailSection>
  );
});
