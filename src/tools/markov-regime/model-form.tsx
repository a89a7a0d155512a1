import { memo } from "react";
import type { Series } from "../../../workers/contract";
import { fitEntries } from "../../../workers/regimes/schema";
import { ColumnSelect, ReturnFields } from "../../analysis/data/value-fields.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { MarkovSettings } from "./settings";

const STATES = [
  { value: "2", label: "2" },
  { value: "3", label: "3" },
  { value: "4", label: "4" },
] as const;

export interface ModelFormProps {
  settings: MarkovSettings;
  change: (changes: Partial<MarkovSettings>) => void;
  series: Series | null;
}

/** Inputs of a fit besides its data. */
export const ModelForm = memo(function ModelForm({ settings, change, series }: ModelFormProps) {
  return (
    <RailSection title="Model">
      <Segmented label="Number of regimes" value={settings.states} options={STATES} onChange={(states) => change({ states })} />
      <ColumnSelect ofCloses series={series} chosen={settings.column} kind={settings.kind} onChange={(column) => change({ column })} />
      <ReturnFields settings={settings} change={change} />
      <SettingField setting={fitEntries.horizon} value={settings.horizon} onChange={(horizon) => change({ horizon })} />
      <Disclosure title="Conventions">
        <div className="flex flex-col gap-2.5">
          <SettingField
            setting={fitEntries.annualization}
            value={settings.annualization}
            onChange={(annualization) => change({ annualization })}
            hint="Empty: as in Settings."
          />
          <SettingField
            setting={fitEntries.riskFree}
            keptAsPercent
            value={settings.riskFree}
            onChange={(riskFree) => change({ riskFree })}
            step={0.25}
            hint="Per year; also the return on cash."
          />
          <SettingField
            setting={fitEntries.seed}
            label="Seed for starting values"
            value={settings.seed}
            onChange={(seed) => change({ seed })}
          />
        </div>
      </Disclosure>
    </RailSection>
  );
});
