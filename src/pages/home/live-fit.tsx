import { Link } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo } from "react";
import { type Series, succeed } from "../../../workers/contract";
import { SampleButtons } from "../../analysis/data/sample-buttons.tsx";
import { useSampleSeries } from "../../analysis/data/use-sample-series";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { answer, type Finished, useAnalysis } from "../../analysis/use-analysis";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { fittedVolatility } from "../../charts/fitted-volatility";
import { TimeChart } from "../../charts/time-chart";
import { count, duration, fixed, significant } from "../../lib/format.ts";
import { loadUnlessLeaving } from "../../lib/leaving.ts";
import { SampleChip } from "../../ui/badge.tsx";
import { DataField } from "../../ui/data-field.tsx";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import type { Provenance } from "../../ui/info-button.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { useLate } from "../../ui/use-late.ts";
import type { fittedReturns } from "./fit-input";

const NewerFilePanel = deferred(async () => (await import("../../analysis/data/newer-file-panel.tsx")).NewerFilePanel);
const ReadingChoice = deferred(async () => (await import("../../analysis/data/quality-dialog.tsx")).ReadingChoice);

type Fitted = Finished<"fit-garch", { series: Series } & ReturnType<typeof fittedReturns>>;

const CHART_HEIGHT = 150;

/** The fit of the GARCH screen, of a sample at first and then of pasted data: headline figures and fitted volatility. */
export function LiveFit() {
  const source = useSeriesSource({ screen: "home", field: "data" });
  const fit = useAnalysis<Fitted, [Series]>({
    work: async (turn, series) => {
      // Loaded here because the first load of Home is listed together with the live part.
      const { inputOf, fittedReturns } = await loadUnlessLeaving(() => import("./fit-input"));
      const input = inputOf(series);
      const fitted = await answer(turn, "fit-garch", input, { series });
      return fitted.ok ? succeed({ ...fitted.value, ...fittedReturns(fitted.value.value, input.unit) }) : fitted;
    },
  });
  const { shown, run, clear } = fit;
  const { series } = source;
  // A visitor sees a result before entering anything; pasted data replace it.
  const sample = useSampleSeries("dem2gbp", source.empty && !source.reading);
  const fitted = series ?? sample;
  useEffect(() => {
    if (fitted) void run(fitted);
    else clear();
  }, [fitted, run, clear]);
  const slow = useLate(fit.busy || source.reading !== null);
  const progress = source.reading ?? fit.progress;
  const failure = source.failure ?? fit.failure;
  return (
    <FileDrop onFile={source.takeFile} className="flex flex-col gap-3">
      <DataField
        label="Paste prices or returns, 100 values or more"
        value={source.text}
        onChange={source.setText}
        onLargeText={source.takeText}
        onFile={source.takeFile}
        onClear={source.clear}
        loaded={source.loaded}
        placeholder="One value per line, or rows with a date and a price"
        rows={3}
      />
      {source.newer ? (
        <Suspense>
          <NewerFilePanel newer={source.newer} onChoose={source.takeVersion} />
        </Suspense>
      ) : null}
      {series?.quality.opened || series?.quality.symbols ? (
        <Suspense>
          <ReadingChoice series={series} source={source} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <FileButton size="small" onFile={source.takeFile}>
          Open a file
        </FileButton>
        <span className="text-muted text-small">or drop one here, or take a sample:</span>
        <SampleButtons onChoose={source.takeSample} />
      </div>
      {slow && progress ? (
        <ProgressBar
          label={progress.label || "Fitting GARCH(1,1)"}
          fraction={progress.fraction}
          onCancel={source.reading ? source.cancel : fit.cancel}
        />
      ) : null}
      <FailureBox failure={failure} />
      {shown && !fit.failure ? <Figures {...shown} /> : <div className="min-h-[22rem]" aria-hidden="true" />}
    </FileDrop>
  );
}

const volatilityPanes = (volatility: Float64Array, returns: Float64Array, percent: boolean): ChartPane[] => [
  { key: "volatility", share: 1, unit: percent ? "%" : "", digits: 3, range: [0, null], series: fittedVolatility(returns, volatility) },
];

function Figures({ value, series, percent, used }: Fitted) {
  const { fit, returns, offset, elapsed, caution } = value;
  const times = series.times;
  const x = useMemo<ChartAxis>(
    () => (times ? { kind: "time", values: times.subarray(offset), label: "Date" } : { kind: "index", values: null, label: "Observation" }),
    [times, offset],
  );
  const panes = useMemo(() => volatilityPanes(fit.volatility, returns, percent), [fit, returns, percent]);
  const about = (title: string, formula: string): Provenance => ({
    title,
    formula,
    computedBy: "garchLogLikelihood",
    settings: [
      ["Model", "GARCH(1,1), Normal, constant mean"],
      ["Pre-sample variance", "mean squared residual"],
    ],
    n: `${count(fit.n)} ${used}`,
    source: series.name,
  });
  const sigma = Math.sqrt(fit.nextVariance);
  return (
    <>
      <p className="text-muted text-small">
        {series.origin === "sample" ? <SampleChip /> : null} GARCH(1,1) fitted to {series.name}, {count(series.length)} values, on this
        device
      </p>
      <StatStrip label="Key figures of the fit">
        <Stat
          label="Volatility next step"
          value={significant(sigma, 3)}
          unit={percent ? "%" : undefined}
          note={`n = ${count(fit.n)}`}
          info={about("Volatility next step", "√h[T+1], given the sample")}
        />
        <Stat
          label="Persistence"
          value={fixed(fit.persistence, 4)}
          note={fit.persistenceError === null ? "at bound: no std. error" : `± ${significant(fit.persistenceError, 2)} robust`}
          info={about("Persistence", "α + β")}
        />
        <Stat
          label="Half-life"
          value={Number.isFinite(fit.halfLife) ? fixed(fit.halfLife, 1) : "∞"}
          unit="steps"
          note="of a variance shock"
          info={about("Half-life", "ln 0.5 / ln persistence")}
        />
        <Stat
          label="Log-likelihood"
          value={fixed(fit.logLikelihood, 2)}
          note={`fitted in ${duration(elapsed)}`}
          info={about("Log-likelihood", "−½ Σ (ln 2π + ln h[t] + e[t]² / h[t])")}
        />
      </StatStrip>
      <TimeChart
        title="Conditional volatility"
        subtitle={`${percent ? "% per step" : "per step, in the units given"}; larger returns are cut at the axis`}
        x={x}
        panes={panes}
        height={CHART_HEIGHT}
        exportName="conditional-volatility"
        footer={
          <>
            {caution ? `${caution} ` : null}
            Student's t errors, residual tests and forecasts:{" "}
            <Link to="/garch-model" className="text-accent underline underline-offset-2">
              GARCH Model Analysis
            </Link>
          </>
        }
      />
    </>
  );
}
