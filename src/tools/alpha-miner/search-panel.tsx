import { memo } from "react";
import { METHODS, searchEntries } from "../../../workers/factors/schema";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { searchProvenance } from "./provenance";
import { SearchResults } from "./search-results.tsx";
import type { AlphaSettings, ChangeSettings } from "./settings";
import type { SearchControl } from "./use-search";

interface SearchPanelProps {
  settings: AlphaSettings;
  change: ChangeSettings;
  control: SearchControl;
  onKeep: (name: string, text: string) => void;
  /** There are no prices to search on. */
  nothing: boolean;
}

/** A seeded search of formulas on the older rows, validated on the newer ones. */
export const SearchPanel = memo(function SearchPanel({ settings, change, control, onKeep, nothing }: SearchPanelProps) {
  const { shown, failure, progress, busy } = control;
  return (
    <>
      <Panel
        title="Search for Formulas"
        note="trained on older rows, tested on newer ones"
        actions={<InfoButton {...searchProvenance} />}
        footer="Every trial raises the chance of a false discovery: all results below are adjusted for the number of trials. Lookback and horizon as in Settings."
      >
        <div className="@container flex flex-col gap-3">
          <div className="grid items-end gap-3 @min-[460px]:grid-cols-2 @min-[760px]:grid-cols-[1.2fr_1fr_1fr_1fr_1fr_auto]">
            <Select label="Method" value={settings.method} options={METHODS} onChange={(method) => change({ method })} />
            <SettingField setting={searchEntries.trials} value={settings.trials} onChange={(trials) => change({ trials })} />
            <SettingField
              setting={searchEntries.holdout}
              keptAsPercent
              value={settings.holdout}
              onChange={(holdout) => change({ holdout })}
              step={5}
            />
            <SettingField setting={searchEntries.depth} value={settings.depth} onChange={(depth) => change({ depth })} />
            <SettingField setting={searchEntries.seed} value={settings.searchSeed} onChange={(searchSeed) => change({ searchSeed })} />
            <div className="flex">
              <Button isDisabled={nothing} busy={busy} onPress={() => void control.run()}>
                Search
              </Button>
            </div>
          </div>
          {busy ? (
            <ProgressBar label={progress?.label || "Reading data"} fraction={progress?.fraction ?? null} onCancel={control.cancel} />
          ) : null}
          <FailureBox failure={failure} />
        </div>
      </Panel>
      {shown ? <SearchResults run={shown} kept={settings.formulas} onKeep={onKeep} /> : null}
    </>
  );
});
