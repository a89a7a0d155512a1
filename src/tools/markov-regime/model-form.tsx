import { memo } from "react";
import type { Series } from "../../../workers/contract";
import { fitEntries } from "../../../workers/regimes/schema";
import { closeColumn } from "../../analysis/data/price-columns";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { MarkovSettings } from "./settings";

const STATES = [
  { value: "2", label: "2" },
  { value: "3", label: "3" },
  { value: "4", label: "4" },
] as const;
const KINDS = [
  { value: "auto", label: "Auto-detect", note: "prices if all are above zero, else returns" },
  { value: "prices", label: "Prices", note: "become log returns in percent" },
  { value: "returns", label: "Returns", note: "are fitted as given" },
] as const;
const UNITS = [
  { value: "percent", label: "Percent" },
  { value: "fraction", label: "Fractions" },
] as const;

export interface ModelFormProps {
  settings: MarkovSettings;
  change: (changes: Partial<MarkovSettings>) => void;
  series: Series | null;
}

/** What a fit needs besides its data. */
export const ModelForm = memo(function ModelForm({ settings, change, series }: ModelFormProps) {
  const columns = series && series.columns.length > 1 ? series.columns : null;
  const column = series && closeColumn(series, settings.column);
  return (
    <RailSection title="Model">
      <Segmented label="Number of regimes" value={settings.states} options={STATES} onChange={(states) => change({ states })} />
      {columns ? (
        <Select
          label="Close column"
          value={column?.name ?? null}
          placeholder="No Close column: choose one"
          options={columns.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => change({ column: name })}
        />
      ) : null}
      <Select label="Input type" value={settings.kind} options={KINDS} onChange={(kind) => change({ kind })} />
      {settings.kind === "prices" ? null : (
        <Select label="Unit of returns" value={settings.returnUnit} options={UNITS} onChange={(returnUnit) => change({ returnUnit })} />
      )}
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
