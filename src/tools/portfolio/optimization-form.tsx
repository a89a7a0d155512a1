import { memo, Suspense } from "react";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { type ChangeSettings, COVARIANCES, LINKAGES, MEANS, OBJECTIVES, type PortfolioSettings } from "./settings";

// Wanted now and then, so they come on their own.
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
  /** Steps per year where the person sets none here. */
  usualPerYear: number;
}

/** What the weights shall be best at, within which limits, and by which estimates. */
export const OptimizationForm = memo(function OptimizationForm({ names, settings, change, usualPerYear }: FormProps) {
  const { objective } = settings;
  return (
    <>
      <RailSection title="Objective">
        <Select label="Objective" value={objective} options={OBJECTIVES} onChange={(next) => change({ objective: next })} />
        {objective === "target-return" ? (
          <NumberField
            label="Target return"
            value={settings.target}
            onChange={(target) => change({ target })}
            step={0.5}
            unit="%"
            hint="Expected, a year"
          />
        ) : null}
        {objective === "maximum-utility" ? (
          <NumberField label="Risk aversion" value={settings.aversion} onChange={(aversion) => change({ aversion })} step={0.5} />
        ) : null}
        {objective === "minimum-cvar" ? (
          <NumberField
            label="Confidence level"
            value={settings.confidence}
            onChange={(confidence) => change({ confidence })}
            minValue={1}
            maxValue={99.9}
            step={0.5}
            unit="%"
          />
        ) : null}
        {OF_TREES.includes(objective) ? (
          <Select label="Linkage" value={settings.linkage} options={LINKAGES} onChange={(linkage) => change({ linkage })} />
        ) : null}
        {objective === "hierarchical-equal-risk" ? (
          <NumberField
            label="Clusters"
            value={settings.clusters}
            onChange={(clusters) => change({ clusters })}
            minValue={1}
            hint="Empty: as many as the tree shows"
          />
        ) : null}
        {BY_RULE.includes(objective) ? (
          <p className="text-muted text-small">This rule knows no limits; they still shape the frontier it is compared with.</p>
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
          <NumberField label="Span" value={settings.span} onChange={(span) => change({ span })} minValue={2} unit="steps" />
        ) : null}
        <div className={TWO}>
          <NumberField
            label="Risk-free rate"
            value={settings.riskFree}
            onChange={(riskFree) => change({ riskFree })}
            step={0.25}
            unit="%"
          />
          <NumberField
            label="Steps per year"
            value={settings.perYear ?? usualPerYear}
            onChange={(perYear) => change({ perYear })}
            minValue={1}
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
        <NumberField label="Least weight" value={least} onChange={(next) => change({ least: next })} step={1} unit="%" />
        <NumberField label="Largest weight" value={most} onChange={(next) => change({ most: next })} step={1} unit="%" />
      </div>
      {names.length > 0 && names.length <= MAX_BOXES ? (
        <Disclosure title="Bounds by asset" note={own > 0 ? `${own} of ${names.length} set` : undefined}>
          <div className="flex flex-col gap-2.5">
            {names.map((name) => (
              <div key={name} className={TWO}>
                <NumberField
                  label={`${name}, least`}
                  value={Object.hasOwn(lower, name) ? lower[name] : least}
                  onChange={(value) => set("lower", name, value)}
                  step={1}
                  unit="%"
                />
                <NumberField
                  label={`${name}, most`}
                  value={Object.hasOwn(upper, name) ? upper[name] : most}
                  onChange={(value) => set("upper", name, value)}
                  step={1}
                  unit="%"
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
