import { memo } from "react";
import type { Series } from "../../../workers/contract";
import { nearest } from "../../../workers/runtime/schema";
import { behaviorEntries, DISTRIBUTION_LABEL, orderEntries } from "../../../workers/volatility/schema";
import { ColumnSelect, ReturnFields } from "../../analysis/data/value-fields.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { ALL_DISTRIBUTIONS, DISTRIBUTIONS, type GarchSettings } from "./settings";

/** Limits an order to the maximum; one below 1 is kept, so that the run refuses it in the specification's words. */
const clamped = (order: number | null) => (order === null || order < 1 ? order : nearest(orderEntries.p, order));

export interface ModelFormProps {
  settings: GarchSettings;
  change: (changes: Partial<GarchSettings>) => void;
  series: Series | null;
}

/** Orders, errors and the behavioral block: a fit's inputs besides its data. */
export const ModelForm = memo(function ModelForm({ settings, change, series }: ModelFormProps) {
  return (
    <>
      <RailSection title="Model">
        <div className="grid grid-cols-2 gap-2.5">
          <SettingField setting={orderEntries.p} value={settings.p} onChange={(next) => change({ p: clamped(next) })} />
          <SettingField setting={orderEntries.q} value={settings.q} onChange={(next) => change({ q: clamped(next) })} />
        </div>
        <Select
          label={DISTRIBUTION_LABEL}
          value={settings.distribution}
          options={settings.distribution === "ged" ? ALL_DISTRIBUTIONS : DISTRIBUTIONS}
          onChange={(distribution) => change({ distribution })}
        />
        <ReturnFields settings={settings} change={change} />
        <ColumnSelect series={series} chosen={settings.column} kind={settings.kind} onChange={(column) => change({ column })} />
      </RailSection>
      <RailSection title="Investor">
        <Checkbox checked={settings.behavioral} onChange={(behavioral) => change({ behavioral })}>
          Enable Behavioral Analysis
        </Checkbox>
        {settings.behavioral ? (
          <div className="grid grid-cols-2 gap-2.5">
            <SettingField
              setting={behaviorEntries.riskAversion}
              value={settings.riskAversion}
              onChange={(riskAversion) => change({ riskAversion })}
              step={0.1}
            />
            <SettingField
              setting={behaviorEntries.lossAversion}
              value={settings.lossAversion}
              onChange={(lossAversion) => change({ lossAversion })}
              step={0.1}
            />
          </div>
        ) : null}
      </RailSection>
    </>
  );
});
