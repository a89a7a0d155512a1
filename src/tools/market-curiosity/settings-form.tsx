import { memo } from "react";
import type { Series } from "../../../workers/contract";
import { curiosityEntries, limitEntries } from "../../../workers/curiosity/schema";
import { AUTO, PRICES, RETURNS } from "../../../workers/series/schema";
import { ColumnSelect, UnitSelect } from "../../analysis/data/value-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { CURIOSITY_DEFAULTS, type CuriositySettings, THRESHOLDS } from "./settings";

const KINDS = [AUTO, { ...PRICES, note: "become log returns" }, { ...RETURNS, note: "are analyzed as given" }] as const;

export interface SettingsFormProps {
  settings: CuriositySettings;
  change: (changes: Partial<CuriositySettings>) => void;
  series: Series | null;
  annualization: number;
}

/** Inputs of an analysis besides its data, and thresholds of the alerts. */
export const SettingsForm = memo(function SettingsForm({ settings, change, series, annualization }: SettingsFormProps) {
  const reset = () => change(Object.fromEntries(THRESHOLDS.map(({ key }) => [key, CURIOSITY_DEFAULTS[key]])));
  return (
    <>
      <RailSection title="Analysis">
        <Select label="Input type" value={settings.kind} options={KINDS} onChange={(kind) => change({ kind })} />
        {settings.kind === "prices" ? null : <UnitSelect unit={settings.returnUnit} choose={(returnUnit) => change({ returnUnit })} />}
        <ColumnSelect series={series} chosen={settings.column} kind={settings.kind} onChange={(column) => change({ column })} />
        <div className="grid grid-cols-2 gap-2.5">
          <SettingField
            setting={curiosityEntries.annualization}
            value={settings.annualization ?? annualization}
            onChange={(next) => change({ annualization: next })}
          />
          <SettingField
            setting={curiosityEntries.seed}
            value={settings.seed}
            onChange={(seed) => change({ seed: seed ?? CURIOSITY_DEFAULTS.seed })}
          />
        </div>
      </RailSection>
      <RailSection title="Alerting">
        <Switch on={settings.notify} onChange={(notify) => change({ notify })}>
          Notify
        </Switch>
        <Disclosure title="Thresholds">
          <div className="grid grid-cols-2 gap-2.5">
            {THRESHOLDS.map(({ key, counts }) => (
              <SettingField
                key={key}
                setting={limitEntries[key]}
                keptAsPercent
                unit=""
                value={settings[key]}
                onChange={(next) => change({ [key]: next ?? CURIOSITY_DEFAULTS[key] })}
                hint={counts}
              />
            ))}
          </div>
          <div className="mt-2.5">
            <Button size="small" onPress={reset}>
              Reset to defaults
            </Button>
          </div>
        </Disclosure>
      </RailSection>
    </>
  );
});
