import { memo } from "react";
import { averageEntries, engineEntries } from "../../../workers/engine/schema";
import { count, significant } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { MARKET_DEFAULTS, type MarketInputs } from "./market-inputs.ts";

const BASES = [
  { value: "252", label: "252 trading days" },
  { value: "365", label: "365 calendar days" },
];
const USUAL = "usual";

const written = (steps: number): string => (Number.isInteger(steps) ? count(steps) : significant(steps, 5));

/** The two common values, the user's setting, and a different one restored from a run. */
function basesOf(usual: number, chosen: number | null) {
  const others = chosen === null || BASES.some(({ value }) => value === String(chosen)) ? [] : [chosen];
  return [
    { value: USUAL, label: `Default: ${written(usual)}` },
    ...BASES,
    ...others.map((steps) => ({ value: String(steps), label: `${written(steps)} steps` })),
  ];
}

interface SettingsSectionProps {
  inputs: MarketInputs;
  change: (changes: Partial<MarketInputs>) => void;
  /** The default period of an average. */
  automatic: number;
  /** Steps per year by the user's settings. */
  usual: number;
}

/** Periods and annualization; an emptied period returns to its default. */
export const SettingsSection = memo(function SettingsSection({ inputs, change, automatic, usual }: SettingsSectionProps) {
  const { smaPeriod, emaPeriod, rsiPeriod, annualization } = inputs;
  const changed = smaPeriod !== null || emaPeriod !== null || rsiPeriod !== MARKET_DEFAULTS.rsiPeriod || annualization !== null;
  const defaults = { smaPeriod: null, emaPeriod: null, rsiPeriod: MARKET_DEFAULTS.rsiPeriod, annualization: MARKET_DEFAULTS.annualization };
  return (
    <RailSection
      title="Settings"
      aside={
        changed ? (
          <Button size="small" kind="quiet" onPress={() => change(defaults)}>
            Reset
          </Button>
        ) : null
      }
    >
      <div className="grid grid-cols-3 gap-2.5">
        {(["smaPeriod", "emaPeriod"] as const).map((name) => (
          <SettingField
            key={name}
            setting={averageEntries[name]}
            unit=""
            value={inputs[name] ?? automatic}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        <SettingField
          setting={engineEntries.rsiPeriod}
          unit=""
          value={rsiPeriod}
          onChange={(value) => change({ rsiPeriod: value ?? MARKET_DEFAULTS.rsiPeriod })}
        />
      </div>
      <p className="text-faint text-small">Default: 20, or 5 for fewer than 60 prices. Clear a field to restore it.</p>
      <Select
        label="Annualization basis"
        value={annualization === null ? USUAL : String(annualization)}
        options={basesOf(usual, annualization)}
        onChange={(basis) => change({ annualization: basis === USUAL ? null : Number(basis) })}
      />
    </RailSection>
  );
});
