import { memo } from "react";
import { riskEntries } from "../../../workers/risk/schema";
import { modelLabel } from "../../../workers/volatility/schema";
import { DataSection } from "../../analysis/data/data-section.tsx";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { ColumnSelect } from "../../analysis/data/value-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { ChangeSettings, RiskSettings } from "./settings";

interface PortfolioSectionProps {
  source: SeriesSource;
  settings: RiskSettings;
  change: ChangeSettings;
}

/** The portfolio's values, and its limits. */
export const PortfolioSection = memo(function PortfolioSection({ source, settings, change }: PortfolioSectionProps) {
  return (
    <>
      <DataSection
        source={source}
        label="Portfolio Data"
        hint="One value per line: portfolio values, prices or returns"
        rows={6}
        fileLabel="Upload a file"
      >
        <ColumnSelect series={source.series} chosen={settings.column} kind={settings.kind} onChange={(column) => change({ column })} />
      </DataSection>
      {settings.volatilityModel ? (
        <RailSection
          title="Volatility model"
          aside={
            <Button size="small" kind="quiet" onPress={() => change({ volatilityModel: null })}>
              Remove the model
            </Button>
          }
        >
          <p>{modelLabel(settings.volatilityModel)}</p>
          <p className="text-muted text-small">Refitted to this data; gives next-step value at risk and expected shortfall.</p>
        </RailSection>
      ) : null}
      <RailSection title="Limits">
        <div className="grid grid-cols-2 items-end gap-2.5">
          <SettingField
            setting={riskEntries.maxDrawdown}
            value={settings.maxDrawdown}
            onChange={(maxDrawdown) => change({ maxDrawdown })}
          />
          <SettingField
            setting={riskEntries.varThreshold}
            value={settings.varThreshold}
            onChange={(varThreshold) => change({ varThreshold })}
            step={0.01}
          />
        </div>
      </RailSection>
    </>
  );
});
