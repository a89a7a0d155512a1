import { memo } from "react";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { MARKET_DEFAULTS, type MarketInputs } from "./market-inputs.ts";

const LONGEST = 10_000;

const BASES = [
  { value: "252", label: "252 trading days" },
  { value: "365", label: "365 calendar days" },
] as const;

/** The period used when none is set: short series get a short average. */
export const automaticPeriod = (prices: number): number => (prices < 60 ? 5 : 20);

interface SettingsSectionProps {
  inputs: MarketInputs;
  change: (changes: Partial<MarketInputs>) => void;
  /** The period of an average that none is set for. */
  automatic: number;
}

/** Periods and annualisation; an emptied average goes back to its automatic period. */
export const SettingsSection = memo(function SettingsSection({ inputs, change, automatic }: SettingsSectionProps) {
  const { smaPeriod, emaPeriod, rsiPeriod, annualisation } = inputs;
  const changed = smaPeriod !== null || emaPeriod !== null || rsiPeriod !== MARKET_DEFAULTS.rsiPeriod || annualisation !== 252;
  const defaults = { smaPeriod: null, emaPeriod: null, rsiPeriod: MARKET_DEFAULTS.rsiPeriod, annualisation: MARKET_DEFAULTS.annualisation };
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
        <NumberField
          label="SMA period"
          value={smaPeriod ?? automatic}
          onChange={(value) => change({ smaPeriod: value })}
          minValue={2}
          maxValue={LONGEST}
          step={1}
        />
        <NumberField
          label="EMA period"
          value={emaPeriod ?? automatic}
          onChange={(value) => change({ emaPeriod: value })}
          minValue={2}
          maxValue={LONGEST}
          step={1}
        />
        <NumberField
          label="RSI period"
          value={rsiPeriod}
          onChange={(value) => change({ rsiPeriod: value ?? MARKET_DEFAULTS.rsiPeriod })}
          minValue={2}
          maxValue={LONGEST}
          step={1}
        />
      </div>
      <p className="text-faint text-small">Averages run over 20 steps, or 5 below 60 prices; empty a box to return to that.</p>
      <Select
        label="Annualisation basis"
        value={annualisation === 365 ? "365" : "252"}
        options={BASES}
        onChange={(basis) => change({ annualisation: basis === "365" ? 365 : 252 })}
      />
    </RailSection>
  );
});
