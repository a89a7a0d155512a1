import { memo, useCallback } from "react";
import type { Series } from "../../../workers/contract";
import { factorNeedsNews, factorNeedsVolume } from "../../../workers/factors/messages";
import { FACTORS, type FactorDefinition, type FactorId } from "../../../workers/factors/schema";
import { percent } from "../../lib/format.ts";
import { Badge, SampleChip } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { comparesAssets, volumeOf } from "./alpha-input";
import type { AlphaSettings, ChangeSettings } from "./settings";
import type { AlphaRun } from "./use-alpha";

interface FactorChecklistProps {
  settings: AlphaSettings;
  change: ChangeSettings;
  series: Series | null;
  shown: AlphaRun | null;
}

/** What the data lack for a factor, as far as known in advance; null if nothing is known to be missing. */
function lacks({ needs }: FactorDefinition, series: Series | null, settings: AlphaSettings): string | null {
  if (needs === "volume" && series && (comparesAssets(series, settings) || !volumeOf(series))) return factorNeedsVolume;
  if (needs === "news" && (settings.news.trim() === "" || (series && (comparesAssets(series, settings) || !series.times))))
    return factorNeedsNews;
  return null;
}

/** The saved formulas, below the five factors. */
function FormulaList({ settings, change, shown }: Omit<FactorChecklistProps, "series">) {
  const { formulas } = settings;
  return (
    <ul aria-label="Formula factors" className="flex flex-col gap-1.5 border-line border-t pt-2">
      {formulas.map(({ name, text, on }) => {
        const made = shown?.value.factors.find((factor) => factor.formula === text && factor.name === name);
        const refused = shown?.value.unavailable.find((factor) => factor.id > FACTORS.length && factor.name === name);
        return (
          <li key={name} className="flex flex-col">
            <div className="flex items-center justify-between gap-2">
              <Checkbox
                checked={on}
                onChange={(next) => change({ formulas: formulas.map((each) => (each.name === name ? { ...each, on: next } : each)) })}
              >
                {name}
              </Checkbox>
              <span className="num flex shrink-0 items-center gap-1.5">
                {made ? percent(made.performance, 1) : null}
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={`Remove ${name}`}
                  onPress={() => change({ formulas: formulas.filter((each) => each.name !== name) })}
                >
                  Remove
                </Button>
              </span>
            </div>
            <div className="ml-[23px] flex flex-col gap-0.5 text-small">
              <code className="num break-words text-muted">{text}</code>
              {refused ? <span className="text-bad">{refused.reason}</span> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The five factors; checked ones are computed. Each shows its return, or a sample value until that is known. */
export const FactorChecklist = memo(function FactorChecklist({ settings, change, series, shown }: FactorChecklistProps) {
  const { selected } = settings;
  const set = useCallback(
    (id: FactorId, on: boolean) =>
      change({ selected: FACTORS.map((factor) => factor.id).filter((each) => (each === id ? on : selected.includes(each))) }),
    [change, selected],
  );
  return (
    <RailSection title="Alpha Factors">
      <ul className="flex flex-col gap-1.5">
        {FACTORS.map((factor) => {
          const { id, name, category, sample } = factor;
          const made = shown?.value.factors.find((result) => result.id === id);
          const refused = shown?.value.unavailable.find((result) => result.id === id);
          const reason = refused?.reason ?? (made ? null : lacks(factor, series, settings));
          return (
            <li key={id} className="flex flex-col">
              <div className="flex items-center justify-between gap-2">
                <Checkbox checked={selected.includes(id)} onChange={(on) => set(id, on)}>
                  {name}
                </Checkbox>
                <span className="num flex shrink-0 items-center gap-1.5">
                  {made || refused ? null : <SampleChip />}
                  {made || refused ? percent(made?.performance, 1) : percent(sample, 0)}
                </span>
              </div>
              <div className="ml-[23px] flex flex-wrap items-center gap-x-2 text-small">
                <Badge>{category}</Badge>
                {reason ? <span className="text-muted">{reason}</span> : null}
              </div>
            </li>
          );
        })}
      </ul>
      {settings.formulas.length > 0 ? <FormulaList settings={settings} change={change} shown={shown} /> : null}
      <p className="text-muted text-small">
        {shown ? "Return of a position by each factor's sign over the sample." : "Percentages are samples until factors are generated."}
      </p>
    </RailSection>
  );
});
