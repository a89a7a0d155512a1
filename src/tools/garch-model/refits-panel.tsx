import { useMemo, useState } from "react";
import type { Jobs } from "../../../workers/jobs";
import { REFIT_SCHEMES } from "../../../workers/volatility/choices-schema";
import { modelLabel, refitEntries } from "../../../workers/volatility/schema";
import { dated, fileStem, saveTable } from "../../analysis/data/save-table.ts";
import { PartNote } from "../../analysis/part-note.tsx";
import { useFollowUp } from "../../analysis/use-follow-up";
import type { ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart";
import type { JobValue } from "../../client/pool";
import { canceledAfter, stemOfPart } from "../../lib/canceled-after.ts";
import { count, duration, percent, plural } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.ts";
import { Button } from "../../ui/button.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { parameterName } from "./parameters-panel.tsx";
import type { AlongTheSeries } from "./record";
import type { GarchSettings } from "./settings";
import { fitBasis, type GarchRun } from "./use-garch";

type Refits = JobValue<Jobs, "refit-garch">;

const PERSISTENCE = "persistence";
/** Standard errors that contain 95% of a normal distribution. */
const WITHIN = 1.96;

interface RefitsPanelProps {
  run: GarchRun;
  settings: GarchSettings;
  change: (changes: Partial<GarchSettings>) => void;
}

/** The shown model refitted along its series: parameters over time, and the performance of one-step forecasts. */
export function RefitsPanel({ run, settings, change }: RefitsPanelProps) {
  const { refitWindow, refitScheme, refitStep } = settings;
  const refits = useFollowUp<"refit-garch", AlongTheSeries>("refit-garch", run.series, {
    isPart: (found) => found.canceledAfter !== undefined,
    onDone: (found) => {
      announce(`${plural(found.value.refits.length, "refit")} made`);
      void import("./record").then(({ recordRefits }) => recordRefits(found));
    },
  });
  const { shown } = refits;

  const start = () => {
    // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
    import("./record").catch(() => undefined);
    void refits.run(
      { of: run.series, run },
      {
        ...fitBasis(run.series, run.settings),
        model: run.value.fit.model,
        window: refitWindow ?? 0,
        scheme: refitScheme,
        step: refitStep ?? 0,
        probabilities: [0.01, 0.05],
      },
    );
  };
  return (
    <>
      <Panel title="Refits along the series" note="point-in-time parameters, out-of-sample forecasts">
        <div className="flex flex-col gap-3">
          <div className="grid grid-cols-2 items-end gap-2.5 @min-[680px]:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
            <Select label="Window type" value={refitScheme} options={REFIT_SCHEMES} onChange={(value) => change({ refitScheme: value })} />
            <SettingField setting={refitEntries.window} value={refitWindow} onChange={(value) => change({ refitWindow: value })} />
            <SettingField setting={refitEntries.step} value={refitStep} onChange={(value) => change({ refitStep: value })} />
            <Button onPress={start} busy={refits.busy}>
              Refit
            </Button>
          </div>
          <LateProgress progress={refits.progress} onCancel={refits.cancel} />
          <FailureBox failure={refits.failure} />
          <PartNote part={shown?.value.canceledAfter} things="refits">
            Forecasts and losses above VaR end where these end. Not added to the list of runs.
          </PartNote>
          {shown ? <Outcome value={shown.value} /> : null}
        </div>
      </Panel>
      {shown ? <Paths run={shown.run} value={shown.value} stale={shown.run !== run} /> : null}
    </>
  );
}

function Outcome({ value }: { value: Refits }) {
  const forecasts = value.sigmas.length;
  return (
    <StatStrip label="Refits">
      <Stat
        label="Refits"
        value={count(value.refits.length)}
        note={
          value.failures.length > 0
            ? `${plural(value.failures.length, "more")} without a fit: ${value.failures[0].message}`
            : duration(value.elapsed)
        }
        info={{
          title: "Refits",
          formula: "each refit starts from the previous parameters; forecasts between refits use the older ones",
          source: "as in V-Lab and RiskMetrics backtests",
          computedBy: "refitGarch",
        }}
      />
      <Stat label="Forecasts" value={count(forecasts)} note="one step ahead, out of sample" />
      {value.valueAtRisk.map(({ probability, exceptions, share }) => (
        <Stat
          key={probability}
          label={`Losses above VaR ${percent(probability, 0)}`}
          value={percent(share, 2)}
          note={`${count(exceptions)} of ${count(forecasts)}; ${percent(probability, 0)} expected`}
          info={{
            title: `Losses above the ${percent(probability, 0)} value at risk`,
            formula: "share of returns below μ + σ · quantile of the fitted density, forecast one step ahead",
            n: plural(forecasts, "forecast"),
            computedBy: "refitGarch",
          }}
        />
      ))}
    </StatStrip>
  );
}

function Paths({ run, value, stale }: { run: GarchRun; value: Refits; stale: boolean }) {
  const [chosen, choose] = useState<string>(PERSISTENCE);
  const { keys, refits, offset, canceledAfter: part } = value;
  const place = keys.indexOf(chosen);
  const { times, panes } = useMemo(() => {
    const dates = run.series.times?.subarray(offset) ?? null;
    const figures = (of: (refit: Refits["refits"][number]) => number) => Float64Array.from(refits, of);
    const path = figures(({ values, persistence }) => (place < 0 ? persistence : values[place]));
    const error = (side: number) =>
      figures(({ values, robust }) => (place < 0 ? Number.NaN : values[place] + side * WITHIN * (robust[place] ?? Number.NaN)));
    const pane: ChartPane = {
      key: "path",
      share: 1,
      digits: 4,
      series: [
        { key: "value", label: place < 0 ? "Persistence" : parameterName(chosen), kind: "line", color: "accent", values: path },
        ...(place < 0
          ? []
          : ([{ key: "band", label: "95%, robust", kind: "band", color: "muted", lower: error(-1), upper: error(1) }] as const)),
      ],
    };
    return { times: dates ? figures(({ origin }) => dates[origin]) : null, panes: [pane] };
  }, [run, refits, offset, place, chosen]);
  const x = useMemo(() => datedAxis(times, "Refit"), [times]);
  const save = () => {
    const columns = [
      { name: "First return forecast", values: Float64Array.from(refits, ({ origin }) => origin + 1) },
      { name: "Persistence", values: Float64Array.from(refits, ({ persistence }) => persistence) },
      { name: "Log-likelihood", values: Float64Array.from(refits, ({ logLikelihood }) => logLikelihood) },
      ...keys.flatMap((key, index) => [
        { name: key, values: Float64Array.from(refits, ({ values }) => values[index]) },
        { name: `${key} robust error`, values: Float64Array.from(refits, ({ robust }) => robust[index] ?? Number.NaN) },
      ]),
      ...(part ? [{ name: "Note", values: refits.map(() => canceledAfter(part, "refits")) }] : []),
    ];
    void saveTable(dated(times, columns), stemOfPart(`${fileStem(run.series.name)}-refits`, part));
  };
  return (
    <>
      {stale ? <Caution>These refits belong to the previous fit: {modelLabel(run.value.fit.model)}.</Caution> : null}
      <div className="max-w-56">
        <Select
          label="Path of"
          value={chosen}
          options={[{ value: PERSISTENCE, label: "Persistence" }, ...keys.map((key) => ({ value: key, label: parameterName(key) }))]}
          onChange={choose}
        />
      </div>
      <TimeChart
        title="Parameters along the series"
        subtitle={`${plural(refits.length, "refit")} of ${modelLabel(run.value.fit.model)}`}
        x={x}
        panes={panes}
        height={260}
        exportName={stemOfPart("refits", part)}
        onExportTable={save}
      />
    </>
  );
}
