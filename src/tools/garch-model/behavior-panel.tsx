import { fixed, percent, significant } from "../../lib/format.ts";
import { isTransient } from "../../state/passing-period";
import { Direction } from "../../ui/direction.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PENDING } from "./key-figures.tsx";
import { provenanceOf } from "./provenance";
import type { DiagnosisValue, GarchRun } from "./use-garch";

/** Prospect-theory value of the returns, and the regime at the end of the series. */
export function BehaviorPanel({ run, diagnosis }: { run: GarchRun; diagnosis: DiagnosisValue }) {
  const { behavior, regimes } = diagnosis;
  if (!behavior) return null;
  const about = provenanceOf(run);
  const named = (name: string, key: string) => (
    <span className="flex items-center gap-2">
      {name}
      <InfoButton {...about[key]} />
    </span>
  );
  const breakEven = behavior.breakEvenLossAversion;
  const verdict =
    breakEven === null
      ? "No losses: held at any loss aversion."
      : behavior.lossAversion > breakEven
        ? `At a loss aversion of ${behavior.lossAversion}, losses outweigh gains over this horizon; break-even is at ${fixed(breakEven, 2)}.`
        : "Gains outweigh losses at this loss aversion.";
  // Not computed for a period during a drag.
  const passing = isTransient(run.series);
  const shareOf = (regime: "Bull" | "Bear") => (regimes ? percent(regimes.probabilities[regime], 1) : PENDING);
  const shares =
    regimes || passing
      ? [
          {
            key: "Bull",
            name: (
              <span className="flex items-center gap-1.5">
                <Direction mark="up">Bull</Direction>
                <InfoButton {...about.regimes} />
              </span>
            ),
            value: shareOf("Bull"),
          },
          {
            key: "Bear",
            name: (
              <span className="flex items-center gap-1.5">
                <Direction mark="down">Bear</Direction>
              </span>
            ),
            value: shareOf("Bear"),
          },
        ]
      : [{ key: "regimes", name: named("Regime probabilities", "regimes"), value: "not available: needs two distinct regimes" }];
  const facts = [
    { key: "mean", name: named("Mean Utility", "meanUtility"), value: significant(behavior.utilityMean, 4) },
    { key: "std", name: named("Utility Std", "utilityStd"), value: significant(behavior.utilityDeviation, 4) },
    { key: "break-even", name: named("Break-even loss aversion", "breakEven"), value: fixed(breakEven, 4) },
    { key: "certainty", name: named("Certainty equivalent per year", "certainty"), value: percent(behavior.certaintyEquivalent, 2) },
    ...shares,
  ];
  return (
    <Panel title="Behavior" note="prospect theory and regimes" footer={verdict}>
      <FactList facts={facts} label="Behavior" />
    </Panel>
  );
}
