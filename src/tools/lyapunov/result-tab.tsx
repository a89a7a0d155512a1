import { memo, type ReactNode, useDeferredValue } from "react";
import { PartNote } from "../../analysis/part-note.tsx";
import { count, fixed, pValue } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Held } from "../../ui/held.tsx";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { DivergenceChart } from "./divergence-chart.tsx";
import { KINDS, provenanceOf } from "./provenance";
import { type Estimate, isTested, type LyapunovRun } from "./use-lyapunov";

const SHORT = 500;
/** With fewer surrogates the smallest possible p-value exceeds 5%. */
const MIN_SURROGATES = 19;
const VERDICTS: Record<Estimate["verdict"], string> = {
  "no-evidence": "no evidence of chaos",
  "faster-than-surrogates": "faster than surrogates",
  contracting: "contracting",
};

/** Exponent and interpretation, its divergence curve, the behavior of the returns, and conclusions. */
export const ResultTab = memo(function ResultTab({ run }: { run: LyapunovRun }) {
  const { value: estimate, ranges } = run;
  // The lower half is rendered after the upper one: updating everything at once would block the page.
  const lower = useDeferredValue<LyapunovRun | null>(run, null);
  const { lyapunov_exponent: exponent, interpretation } = estimate;
  const { fit, surrogates, horizon, verdict, zeroOne, kind, n, canceledAfter: part } = estimate;
  const about = provenanceOf(run);
  const tested = isTested(run);
  const noteOf = (note: string) => (tested ? note : "updates on release");
  return (
    <>
      <PartNote part={part} things="surrogates">
        p and the interpretation use only these
        {part && part.done < MIN_SURROGATES ? `; fewer than ${MIN_SURROGATES} cannot reach 5%` : ""}. Not added to the list of runs.
      </PartNote>
      {n < SHORT ? <Caution>{count(n)} values are few for an exponent: 500 or more are better, several thousand ideal.</Caution> : null}
      {kind === "prices" && !ranges ? <Caution>No High and Low columns: Loss Aversion uses |r| instead of bar ranges.</Caution> : null}
      <StatStrip label="Lyapunov exponent">
        <Stat
          label="Lyapunov Exponent"
          value={fixed(exponent, 4)}
          unit={exponent === null ? undefined : "per step"}
          note={
            exponent === null
              ? "none: neighbors do not diverge"
              : `${fit?.error == null ? "" : `± ${fixed(fit.error, 4)}, `}${n < run.series.length - 1 ? "latest " : ""}${count(n)} ${KINDS[kind]}`
          }
          info={about.exponent}
        />
        <Stat
          label="Surrogate p"
          value={pValue(surrogates.p)}
          note={noteOf(`${surrogates.slopes.length} surrogates, latest ${count(surrogates.n)}`)}
          info={about.p}
        />
        <Stat
          label="Prediction horizon"
          value={horizon === null ? "—" : fixed(horizon, 1)}
          unit={horizon === null ? undefined : "steps"}
          note={noteOf(horizon === null ? "needs significant divergence" : "until a difference grows e-fold")}
          info={about.horizon}
        />
        <Stat
          label="0–1 test"
          value={fixed(zeroOne?.k, 3)}
          note={noteOf(zeroOne ? "near 1 for chaos and noise" : "not available: needs more values")}
          info={about.zeroOne}
        />
      </StatStrip>
      <Tested tested={tested}>
        <Panel title="Interpretation" note={VERDICTS[verdict]}>
          <p className="max-w-[78ch]">{interpretation}</p>
        </Panel>
      </Tested>
      {lower ? <Behavior run={lower} /> : <div className="min-h-dvh" />}
    </>
  );
});

/** Conclusions from the tests: dimmed, and of the previous period, until these are computed. */
const Tested = ({ tested, children }: { tested: boolean; children: ReactNode }) => (
  <div aria-busy={tested ? undefined : true} className={tested ? "" : "opacity-50"}>
    <Held>{children}</Held>
  </div>
);

/** The divergence curve, the behavior of the returns, and conclusions. */
const Behavior = memo(function Behavior({ run }: { run: LyapunovRun }) {
  const { behavioral_metrics: metrics, trading_suggestions: suggestions } = run.value;
  const about = provenanceOf(run);
  return (
    <>
      <DivergenceChart run={run} />
      <div className="@container">
        <div className="grid gap-4 @min-[640px]:grid-cols-3">
          <Metric
            title="Loss Aversion"
            value={metrics.loss_aversion}
            digits={3}
            info={about.lossAversion}
            caption="Move size after losses relative to gains. Above 1, the market reacts more to losses."
            missing="not available: needs 10 losses and 10 gains"
          />
          <Metric
            title="Price Efficiency"
            value={metrics.price_efficiency}
            digits={4}
            info={about.efficiency}
            caption="1 for a random walk over 2 to 16 steps; lower with more trend or mean reversion."
            missing="not available: needs returns that vary"
          />
          <Metric
            title="Volatility Clustering"
            value={metrics.volatility_clustering}
            digits={4}
            info={about.clustering}
            caption="Autocorrelation of |r| over 10 lags: 0 is none, 0.3 is strong."
            missing="not available: needs returns of different sizes"
          />
        </div>
      </div>
      <Tested tested={isTested(run)}>
        <Panel title="Trading Suggestions" note="from statistics significant at 5%">
          {suggestions.length > 0 ? (
            <ul className="flex list-disc flex-col gap-1.5 pl-4">
              {suggestions.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">None: no statistic is significant.</p>
          )}
        </Panel>
      </Tested>
    </>
  );
});

interface MetricProps {
  title: string;
  value: number | null;
  digits: number;
  info: Provenance;
  caption: string;
  missing: string;
}

/** A card with a caption. */
function Metric({ title, value, digits, info, caption, missing }: MetricProps) {
  return (
    <Panel title={title} actions={<InfoButton {...info} />} footer={caption}>
      <p className="num font-medium text-figure">
        {value === null ? <span className="font-sans text-data text-muted">{missing}</span> : fixed(value, digits)}
      </p>
    </Panel>
  );
}
