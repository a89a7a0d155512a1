import { memo, Suspense } from "react";
import { yearEntries } from "../../../workers/performance/schema";
import { boundEntries } from "../../../workers/portfolio/budget-schema";
import { COVARIANCES, estimateEntries, LINKAGES, MEANS, OBJECTIVES, objectiveEntries } from "../../../workers/portfolio/schema";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { ChangeSettings, PortfolioSettings } from "./settings";

// Rarely needed, so loaded separately.
const ViewsForm = deferred(async () => (await import("./views-form.tsx")).ViewsForm);
const GroupLimits = deferred(async () => (await import("./group-limits.tsx")).GroupLimits);

const MAX_BOXES = 40;
const TWO = "grid grid-cols-2 items-end gap-2.5";
const OF_TREES = ["hierarchical", "hierarchical-equal-risk"];
const BY_RULE = ["equal-risk", ...OF_TREES, "inverse-volatility", "equal-weight"];

interface FormProps {
  names: readonly string[];
  settings: PortfolioSettings;
  change: ChangeSettings;
  /** Steps per year if the user sets none here. */
  usualPerYear: number;
}

/** Objective, limits and estimators of an optimization. */
export const OptimizationForm = memo(function OptimizationForm({ names, settings, change, usualPerYear }: FormProps) {
  const { objective } = settings;
  return (
    <>
      <RailSection title="Objective">
        <Select label="Objective" value={objective} options={OBJECTIVES} onChange={(next) => change({ objective: next })} />
        {objective === "target-return" ? (
          <SettingField
            setting={objectiveEntries.target}
            keptAsPercent
            value={settings.target}
            onChange={(target) => change({ target })}
            step={0.5}
            hint="Expected, per year"
          />
        ) : null}
        {objective === "maximum-utility" ? (
          <SettingField
            setting={objectiveEntries.aversion}
            value={settings.aversion}
            onChange={(aversion) => change({ aversion })}
            step={0.5}
          />
        ) : null}
        {objective === "minimum-cvar" ? (
          <SettingField
            setting={objectiveEntries.confidence}
            keptAsPercent
            value={settings.confidence}
            onChange={(confidence) => change({ confidence })}
            step={0.5}
          />
        ) : null}
        {OF_TREES.includes(objective) ? (
          <Select label="Linkage" value={settings.linkage} options={LINKAGES} onChange={(linkage) => change({ linkage })} />
        ) : null}
        {objective === "hierarchical-equal-risk" ? (
          <SettingField
            setting={objectiveEntries.clusters}
            value={settings.clusters}
            onChange={(clusters) => change({ clusters })}
            hint="Empty: from the dendrogram"
          />
        ) : null}
        {BY_RULE.includes(objective) ? (
          <p className="text-muted text-small">This method ignores limits; they still apply to the frontier.</p>
        ) : null}
        <Limits names={names} settings={settings} change={change} />
      </RailSection>
      <RailSection title="Estimates">
        <Select label="Covariance" value={settings.covariance} options={COVARIANCES} onChange={(covariance) => change({ covariance })} />
        <Select label="Expected returns" value={settings.mean} options={MEANS} onChange={(mean) => change({ mean })} />
        {settings.mean === "views" ? (
          <Suspense>
            <ViewsForm names={names} settings={settings} change={change} />
          </Suspense>
        ) : null}
        {settings.covariance === "exponential" || settings.mean === "exponential" ? (
          <SettingField setting={estimateEntries.span} value={settings.span} onChange={(span) => change({ span })} />
        ) : null}
        <div className={TWO}>
          <SettingField
            setting={yearEntries.riskFree}
            keptAsPercent
            value={settings.riskFree}
            onChange={(riskFree) => change({ riskFree })}
            step={0.25}
          />
          <SettingField
            setting={yearEntries.periodsPerYear}
            value={settings.perYear ?? usualPerYear}
            onChange={(perYear) => change({ perYear })}
          />
        </div>
      </RailSection>
    </>
  );
});

function Limits({ names, settings, change }: Omit<FormProps, "usualPerYear">) {
  const { lower, upper, least, most } = settings;
  const own = names.filter((name) => Object.hasOwn(lower, name) || Object.hasOwn(upper, name)).length;
  const set = (side: "lower" | "upper", name: string, value: number | null) => {
    const { [name]: _, ...others } = settings[side];
    change({ [side]: value === null ? others : { ...others, [name]: value } });
  };
  return (
    <>
      <div className={TWO}>
        <SettingField setting={boundEntries.lower} keptAsPercent value={least} onChange={(next) => change({ least: next })} />
        <SettingField setting={boundEntries.upper} keptAsPercent value={most} onChange={(next) => change({ most: next })} />
      </div>
      {names.length > 0 && names.length <= MAX_BOXES ? (
        <Disclosure title="Bounds by asset" note={own > 0 ? `${own} of ${names.length} set` : undefined}>
          <div className="flex flex-col gap-2.5">
            {names.map((name) => (
              <div key={name} className={TWO}>
                <SettingField
                  setting={boundEntries.lower}
                  label={`${name}, minimum`}
                  keptAsPercent
                  value={Object.hasOwn(lower, name) ? lower[name] : least}
                  onChange={(value) => set("lower", name, value)}
                />
                <SettingField
                  setting={boundEntries.upper}
                  label={`${name}, maximum`}
                  keptAsPercent
                  value={Object.hasOwn(upper, name) ? upper[name] : most}
                  onChange={(value) => set("upper", name, value)}
                />
              </div>
            ))}
            {own > 0 ? (
              <Button size="small" onPress={() => change({ lower: {}, upper: {} })}>
                Same bounds for all
              </Button>
            ) : null}
          </div>
        </Disclosure>
      ) : null}
      {names.length > 1 ? (
        <Suspense>
          <GroupLimits names={names} groups={settings.groups} onChange={(groups) => change({ groups })} />
        </Suspense>
      ) : null}
    </>
  );
}
