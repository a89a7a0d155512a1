import { lazy, memo, Suspense } from "react";
import type { Failure } from "../../../workers/contract";
import { InputType } from "../../analysis/data/input-type.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { HeldPart } from "../../ui/held.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useStable } from "../../ui/use-latest.ts";
import { BehaviorPanel } from "./behavior-panel.tsx";
import { CalibrationPanel } from "./calibration-panel.tsx";
import { DiagnosticsPanel } from "./diagnostics-panel.tsx";
import { InterpretationPanel } from "./interpretation-panel.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { NewsImpactChart } from "./news-impact-chart.tsx";
import { ParametersPanel } from "./parameters-panel.tsx";
import { QuantileChart } from "./quantile-chart.tsx";
import type { GarchSettings } from "./settings";
import type { DiagnosisValue, ForecastValue, GarchRun } from "./use-garch";
import { VolatilityChart } from "./volatility-chart.tsx";

// Results beyond the single fit are loaded after it.
const ModelSearch = lazy(() => import("./model-search.tsx").then((module) => ({ default: module.ModelSearch })));
const RefitsPanel = lazy(() => import("./refits-panel.tsx").then((module) => ({ default: module.RefitsPanel })));

const ROW = "@container flex flex-col gap-4";

export interface AnalysisTabProps {
  run: GarchRun;
  diagnosis: DiagnosisValue | null;
  diagnosisFailure: Failure | null;
  forecast: ForecastValue | null;
  settings: GarchSettings;
  change: (changes: Partial<GarchSettings>) => void;
  /** Fits again with the settings in the form. */
  onRun: () => void;
}

/** Headline figures, volatility, parameters, diagnostics and behavior, most important first. */
export const AnalysisTab = memo(function AnalysisTab(props: AnalysisTabProps) {
  const { run, diagnosis, diagnosisFailure, forecast, settings, change, onRun } = props;
  const { value: fitted } = run;
  const exportColumns = useStable(() => void import("./exports.tsx").then(({ saveColumns }) => saveColumns(run)));
  return (
    <>
      <InputType
        kind={fitted.kind}
        other={fitted.kind === "prices" ? "returns" : "prices"}
        used={run.settings.kind}
        setting={settings.kind}
        choose={(kind) => change({ kind })}
        run={onRun}
      />
      {fitted.caution ? <Caution>{fitted.caution}</Caution> : null}
      {fitted.fit.status === "not-converged" ? <Caution>{fitted.fit.statusText}</Caution> : null}
      <KeyFigures run={run} diagnosis={diagnosis} />
      <VolatilityChart run={run} forecast={forecast} onExportTable={exportColumns} />
      {/* Held while out of view, also while waiting for the diagnosis; separately, since the first may be near the viewport. */}
      <HeldPart className={ROW}>
        <div className="grid items-start gap-4 @min-[800px]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <ParametersPanel run={run} />
            {diagnosis ? <InterpretationPanel run={run} diagnosis={diagnosis} /> : null}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <DiagnosticsPanel run={run} diagnosis={diagnosis} failure={diagnosisFailure} />
          </div>
        </div>
      </HeldPart>
      <HeldPart className={ROW}>
        {diagnosis ? <BehaviorPanel run={run} diagnosis={diagnosis} /> : null}
        {diagnosis ? (
          <div className="grid items-start gap-4 @min-[800px]:grid-cols-2">
            <NewsImpactChart run={run} news={diagnosis.news} />
            <QuantileChart run={run} qq={diagnosis.qq} />
          </div>
        ) : null}
        <CalibrationPanel run={run} forecast={forecast} />
        <Suspense fallback={<Skeleton rows={3} />}>
          <ModelSearch run={run} settings={settings} change={change} />
          <RefitsPanel run={run} settings={settings} change={change} />
        </Suspense>
      </HeldPart>
    </>
  );
});
