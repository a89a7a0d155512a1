import * as v from "valibot";
import { because } from "../../../workers/contract";
import { limitEntries, limitsSchema, REGIME_THRESHOLDS, RULE_THRESHOLDS } from "../../../workers/engine/schema";
import { saveJson } from "../../analysis/data/save-table.ts";
import { REGIMES } from "../../analysis/decision/regimes.ts";
import { useKeptText } from "../../state/use-kept-text";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { type EngineInputs, LIMITED, sameLimits } from "./limits.ts";

interface LimitsSectionProps {
  inputs: EngineInputs;
  change: (changes: Partial<EngineInputs>) => void;
}

const RULES = "rules";
const BY_REGIME = "regime";
const EDITED = "edited";

const WRONG = because("engine/limits");

const RULE_WORDS = `${RULE_THRESHOLDS.buy} and ${RULE_THRESHOLDS.sell}`;

const ABOUT: Provenance = {
  title: "Limits of the combined score",
  formula: "Buy 1 requires a score above the buy limit + 0.05 × volatility, Sell 1 a score below the sell limit − 0.05 × volatility.",
  settings: LIMITED.map(
    (regime) => [REGIMES[regime].label, `${REGIME_THRESHOLDS[regime].buy} / ${REGIME_THRESHOLDS[regime].sell}`] as const,
  ),
  source: `specified limits; the rules use ${RULE_WORDS}`,
  differs:
    "The regime is set by volatility and trend, in this order: above 0.30 and 0.02 trending, above 0.25 volatile, trend within 0.01 ranging, else normal.",
};

/** Limits of the combined score: those of the rules, separate ones per regime, or a saved profile. */
export function LimitsSection({ inputs, change }: LimitsSectionProps) {
  const { limitMode, limits, profiles } = inputs;
  const own = profiles.findIndex((profile) => sameLimits(profile.limits, limits));
  const chosen = limitMode === "rules" ? RULES : sameLimits(limits, REGIME_THRESHOLDS) ? BY_REGIME : own >= 0 ? `own ${own}` : EDITED;
  const options = [
    { value: RULES, label: "Rule defaults", note: `${RULE_WORDS} in every regime` },
    { value: BY_REGIME, label: "By regime", note: "the specified limits of each" },
    ...profiles.map((profile, index) => ({ value: `own ${index}`, label: profile.name, note: "your profile" })),
    ...(chosen === EDITED ? [{ value: EDITED, label: "Edited, not saved" }] : []),
  ];
  const choose = (value: string) => {
    if (value === RULES) return change({ limitMode: "rules" });
    if (value === BY_REGIME) return change({ limitMode: "regime", limits: REGIME_THRESHOLDS });
    const profile = profiles[Number(value.replace("own ", ""))];
    if (profile) change({ limitMode: "regime", limits: profile.limits });
  };
  return (
    <RailSection title="Regime thresholds" aside={<InfoButton {...ABOUT} />}>
      <Select label="Profile" value={chosen} options={options} onChange={choose} />
      {limitMode === "regime" ? (
        <>
          <div className="grid grid-cols-[1fr_4.6rem_4.6rem] items-center gap-x-2 gap-y-1.5 text-small">
            <span className="text-faint">Regime</span>
            <span className="text-faint">Buy above</span>
            <span className="text-faint">Sell below</span>
            {LIMITED.map((regime) => (
              <LimitRow key={regime} regime={regime} inputs={inputs} change={change} />
            ))}
          </div>
          <Profiles inputs={inputs} change={change} own={own} />
        </>
      ) : (
        <p className="text-faint text-small">
          The rules use {RULE_WORDS}. Choose By regime to set limits by volatility and trend, or to edit them.
        </p>
      )}
    </RailSection>
  );
}

/** Saves the limits as a profile, and edits the selected one, with index `own`; none if negative. */
function Profiles({ inputs: { limits, profiles }, change, own }: LimitsSectionProps & { own: number }) {
  const { typed, enter: setName, forget } = useKeptText("limits-name");
  const name = typed ?? "";
  const save = () => {
    const title = name.trim();
    if (title === "") return;
    change({ profiles: [...profiles.filter((profile) => profile.name !== title), { name: title, limits }] });
    forget();
    toast.success(`Profile ${title} saved`);
  };
  const rename = () => {
    const title = name.trim();
    const renamed = profiles.map((profile, index) => (index === own ? { ...profile, name: title } : profile));
    change({ profiles: renamed.filter((profile, index) => index === own || profile.name !== title) });
    forget();
    toast.info(`Profile ${profiles[own].name} is ${title} now`, { action: { label: "Undo", onChoose: () => change({ profiles }) } });
  };
  const remove = () => {
    const profile = profiles[own];
    change({ profiles: profiles.filter((_, index) => index !== own), limits: REGIME_THRESHOLDS });
    toast.info(`Profile ${profile.name} removed`, {
      action: { label: "Undo", onChoose: () => change({ profiles, limits: profile.limits }) },
    });
  };
  const valid = v.is(limitsSchema, limits);
  return (
    <>
      {valid ? null : <FailureBox failure={WRONG} />}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label="Profile name" value={name} onChange={setName} className="min-w-0 flex-1" />
        <Button type="submit" isDisabled={name.trim() === "" || !valid}>
          Save
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          kind="quiet"
          isDisabled={sameLimits(limits, REGIME_THRESHOLDS)}
          onPress={() => change({ limits: REGIME_THRESHOLDS })}
        >
          Reset
        </Button>
        {own >= 0 ? (
          <>
            <Button size="small" kind="quiet" isDisabled={name.trim() === ""} onPress={rename}>
              Rename profile
            </Button>
            <Button size="small" kind="quiet" onPress={remove}>
              Remove profile
            </Button>
          </>
        ) : null}
        {profiles.length > 0 ? (
          <Button
            size="small"
            kind="quiet"
            onPress={() => saveJson({ format: "prospect-threshold-profiles", version: 1, profiles }, "threshold-profiles.json")}
          >
            Export profiles
          </Button>
        ) : null}
      </div>
    </>
  );
}

function LimitRow({ regime, inputs, change }: LimitsSectionProps & { regime: (typeof LIMITED)[number] }) {
  const { limits } = inputs;
  const { label } = REGIMES[regime];
  const set = (side: "buy" | "sell") => (value: number | null) =>
    change({ limits: { ...limits, [regime]: { ...limits[regime], [side]: value ?? REGIME_THRESHOLDS[regime][side] } } });
  return (
    <>
      <span className="leading-tight">{label}</span>
      {(["buy", "sell"] as const).map((side) => (
        <SettingField
          key={side}
          setting={limitEntries[regime].entries[side]}
          label={`${label}, ${side === "buy" ? "buy above" : "sell below"}`}
          labelHidden
          value={limits[regime][side]}
          onChange={set(side)}
          step={0.01}
        />
      ))}
    </>
  );
}
