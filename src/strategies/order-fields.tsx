import type { ReactNode } from "react";
import { backtestEntries, DIRECTIONS, FILLS } from "../../workers/backtest/schema";
import { Checkbox } from "../ui/checkbox.tsx";
import { Select } from "../ui/select.tsx";
import { SettingField } from "../ui/setting-field.tsx";
import type { TradingAmount, TradingSettings } from "./backtest-settings";

interface OrderFieldsProps {
  settings: TradingSettings;
  change: (changes: Partial<TradingSettings>) => void;
  /** Further fields beside the amounts. */
  children?: ReactNode;
}

/** Props for the field of an amount. */
export const amountField = (settings: TradingSettings, change: OrderFieldsProps["change"]) => (key: TradingAmount) => ({
  setting: backtestEntries[key],
  value: settings[key],
  onChange: (next: number | null) => change({ [key]: next }),
});

/** Direction, fills, size and order costs besides the share of their value. */
export function OrderFields({ settings, change, children }: OrderFieldsProps) {
  const field = amountField(settings, change);
  return (
    <>
      <Select label="Direction" value={settings.direction} options={DIRECTIONS} onChange={(direction) => change({ direction })} />
      <Select label="Fills" value={settings.fill} options={FILLS} onChange={(fill) => change({ fill })} />
      <div className="grid grid-cols-2 gap-2.5">
        <SettingField {...field("positionSize")} />
        <SettingField {...field("fixedCosts")} />
        <SettingField {...field("unitCommission")} step={0.001} />
        <SettingField {...field("minimumCommission")} />
        <SettingField {...field("borrowFee")} step={0.1} />
        {children}
      </div>
      <Checkbox checked={settings.wholeUnits} onChange={(wholeUnits) => change({ wholeUnits })}>
        Whole units only
      </Checkbox>
      <Checkbox checked={settings.closeAtEnd} onChange={(closeAtEnd) => change({ closeAtEnd })}>
        Close open trades at the last close
      </Checkbox>
    </>
  );
}
