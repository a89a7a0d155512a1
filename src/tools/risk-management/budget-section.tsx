import { memo } from "react";
import { BUDGET_OBJECTIVES, budgetEntries, largestWeightSetting } from "../../../workers/portfolio/budget-schema";
import { NumberField } from "../../ui/number-field.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { ChangeSettings, RiskSettings } from "./settings";

const MAX_BOXES = 40;

interface BudgetSectionProps {
  names: readonly string[];
  settings: RiskSettings;
  change: ChangeSettings;
}

/** Objective and constraints of the weights. */
export const BudgetSection = memo(function BudgetSection({ names, settings, change }: BudgetSectionProps) {
  const byRisk = settings.objective === "equal-risk" || settings.objective === "hierarchical";
  const set = (name: string, value: number | null) => {
    const { [name]: _, ...others } = settings.budgets;
    change({ budgets: value === null ? others : { ...others, [name]: value } });
  };
  const equal = names.length > 0 ? 100 / names.length : 0;
  return (
    <RailSection title="Objective">
      <Select label="Objective" value={settings.objective} options={BUDGET_OBJECTIVES} onChange={(objective) => change({ objective })} />
      {settings.objective === "equal-risk" && names.length > 1 && names.length <= MAX_BOXES ? (
        <div className="grid grid-cols-2 gap-2.5">
          {names.map((name) => (
            <NumberField
              key={name}
              label={`Risk of ${name}`}
              value={Object.hasOwn(settings.budgets, name) ? settings.budgets[name] : Math.round(100 * equal) / 100}
              onChange={(value) => set(name, value)}
              minValue={0}
              step={1}
              unit="%"
            />
          ))}
        </div>
      ) : null}
      {byRisk ? null : (
        <SettingField
          setting={largestWeightSetting}
          keptAsPercent
          value={settings.largestWeight}
          onChange={(largestWeight) => change({ largestWeight })}
          step={1}
        />
      )}
      <SettingField
        setting={budgetEntries.drawdownCap}
        keptAsPercent
        value={settings.drawdownCap}
        onChange={(drawdownCap) => change({ drawdownCap })}
        hint="Over the sample; the remainder is cash. Empty: no cap."
      />
    </RailSection>
  );
});
