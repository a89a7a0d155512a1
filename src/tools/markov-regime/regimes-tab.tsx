import { memo } from "react";
import type { Failure } from "../../../workers/contract";
import { percent } from "../../lib/format.ts";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { RegimeChart } from "./regime-chart.tsx";
import type { MarkovSettings } from "./settings";
import { type MarkovRun, returnsIn, type ShadeValue } from "./use-markov";

const VIEWS = [
  { value: "filtered", label: "Filtered" },
  { value: "smoothed", label: "Smoothed" },
] as const;

const MEANING = {
  filtered:
    "Filtered: each probability uses data up to its date only. Parameters are fitted to the whole series; Timing fits them to the first half.",
  smoothed: "Smoothed: each probability also uses later data. Suitable for dating regimes, not for trading: it looks ahead.",
} as const;

interface RegimesTabProps {
  run: MarkovRun;
  shades: ShadeValue | null;
  shadesFailure: Failure | null;
  view: MarkovSettings["view"];
  onView: (view: MarkovSettings["view"]) => void;
  onExportColumns: () => void;
}

/** The current regime, its figures, and the regimes over time. */
export const RegimesTab = memo(function RegimesTab({ run, shades, shadesFailure, view, onView, onExportColumns }: RegimesTabProps) {
  const { value: fitted } = run;
  const led = shades?.led.map((steps, regime) => `${fitted.regimes[regime].label} ${percent(steps / returnsIn(run), 0)}`);
  return (
    <>
      {fitted.cautions.map((caution) => (
        <Caution key={caution}>{caution}</Caution>
      ))}
      <KeyFigures run={run} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Segmented label="Probabilities" labelHidden value={view} options={VIEWS} onChange={onView} />
        <p className="min-w-0 flex-[1_1_20rem] text-muted text-small">
          {MEANING[view]}
          {led ? ` Most probable: ${led.join(", ")} of the time.` : ""}
        </p>
      </div>
      <FailureBox failure={shadesFailure} />
      <RegimeChart run={run} view={view} shades={shades} onExportTable={onExportColumns} />
    </>
  );
});
