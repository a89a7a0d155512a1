import { memo } from "react";
import { embeddingEntries, KINDS, LAG_RULES, METHODS, regionEntries, surrogateEntries } from "../../../workers/chaos/schema";
import type { Series } from "../../../workers/contract";
import { ColumnSelect } from "../../analysis/data/value-fields.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { LyapunovSettings } from "./settings";

const COUNTS = [
  { value: "19", label: "19" },
  { value: "39", label: "39" },
  { value: "99", label: "99" },
] as const;

export interface SettingsFormProps {
  settings: LyapunovSettings;
  change: (changes: Partial<LyapunovSettings>) => void;
  series: Series | null;
}

/** Embedding, fit and surrogates; empty fields are determined from the series. */
export const SettingsForm = memo(function SettingsForm({ settings, change, series }: SettingsFormProps) {
  const grid = "grid grid-cols-2 items-end gap-2.5";
  return (
    <>
      <RailSection title="Embedding">
        <ColumnSelect ofCloses series={series} chosen={settings.column} kind={settings.kind} onChange={(column) => change({ column })} />
        <Select label="Input type" value={settings.kind} options={KINDS} onChange={(kind) => change({ kind })} />
        <div className={grid}>
          <SettingField setting={embeddingEntries.dimension} value={settings.dimension} onChange={(dimension) => change({ dimension })} />
          <SettingField setting={embeddingEntries.lag} value={settings.lag} onChange={(lag) => change({ lag })} />
          <SettingField setting={embeddingEntries.theiler} value={settings.theiler} onChange={(theiler) => change({ theiler })} />
          <SettingField setting={embeddingEntries.steps} value={settings.steps} onChange={(steps) => change({ steps })} />
        </div>
        <p className="text-faint text-small">Empty: automatic; see Details.</p>
        <Disclosure title="Fitting range and lag">
          <div className="flex flex-col gap-2.5">
            <div className={grid}>
              <SettingField setting={regionEntries.from} value={settings.from} onChange={(from) => change({ from })} />
              <SettingField setting={regionEntries.to} value={settings.to} onChange={(to) => change({ to })} />
            </div>
            <Select label="Automatic lag" value={settings.lagRule} options={LAG_RULES} onChange={(lagRule) => change({ lagRule })} />
          </div>
        </Disclosure>
      </RailSection>
      <RailSection title="Surrogates">
        <Segmented label="Number" value={settings.surrogates} options={COUNTS} onChange={(surrogates) => change({ surrogates })} />
        <Select label="Method" value={settings.method} options={METHODS} onChange={(method) => change({ method })} />
        <SettingField setting={surrogateEntries.seed} value={settings.seed} onChange={(seed) => change({ seed })} />
      </RailSection>
    </>
  );
});
