import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { MIN_CONFIDENCE, newsEntries } from "../../../workers/news/schema";
import { limitsOf } from "../../../workers/runtime/schema";
import { type BrowserModelState, browserModelState } from "../../client/browser-model";
import { duration, fixed, percent, plural } from "../../lib/format.ts";
import { MAX_DECISIONS } from "../../state/decisions";
import { hasProviderKeyAtom } from "../../state/provider-key";
import { settingsAtom } from "../../state/settings";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { Slider } from "../../ui/slider.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { CalibrationChart } from "./calibration-chart.tsx";
import { ENGINE_CONSTANTS } from "./engine-constants";
import { accuracyInfo, brierInfo } from "./provenance.ts";
import { hostOf, PROVIDER_LABELS } from "./provider-words.ts";
import { type Change, PROVIDERS, type TraderInputs } from "./trader-inputs.ts";
import type { History } from "./use-history.ts";

const THRESHOLD = limitsOf(newsEntries.confidenceThreshold);

interface SettingsTabProps {
  inputs: TraderInputs;
  change: Change;
  history: History;
  /** Whether prices are linked. */
  linked: boolean;
}

/** Threshold, switches, choice of engine, and the performance of the signals. */
export function SettingsTab({ inputs, change, history, linked }: SettingsTabProps) {
  return (
    <>
      <Performance history={history} linked={linked} />
      <div data-report="none" className="grid items-start gap-4 @min-[620px]:grid-cols-2">
        <Panel title="Model Settings">
          <div className="flex flex-col gap-3">
            <Slider
              label={THRESHOLD.label}
              value={inputs.confidenceThreshold}
              onChange={(confidenceThreshold) => change({ confidenceThreshold })}
              min={100 * (THRESHOLD.minValue ?? 0)}
              max={100 * (THRESHOLD.maxValue ?? 1)}
              unit={THRESHOLD.unit}
            />
            <p className="text-faint text-small">Signals below it are grayed out. The engine's minimum is {percent(MIN_CONFIDENCE, 0)}.</p>
            <Checkbox checked={inputs.useReflection} onChange={(useReflection) => change({ useReflection })}>
              Enable Reflection Analysis
            </Checkbox>
            <Checkbox checked={inputs.includeMarketContext} onChange={(includeMarketContext) => change({ includeMarketContext })}>
              Include Market Context
            </Checkbox>
            <Checkbox checked={inputs.negation} onChange={(negation) => change({ negation })}>
              Handle negation
            </Checkbox>
            <p className="text-faint text-small">“not strong” counts as negative, up to three words apart; lexicon engine only.</p>
          </div>
        </Panel>
        <ProviderPanel inputs={inputs} change={change} />
      </div>
      <Constants />
    </>
  );
}

function ProviderPanel({ inputs, change }: Pick<SettingsTabProps, "inputs" | "change">) {
  const { provider } = useAtomValue(settingsAtom);
  const hasKey = useAtomValue(hasProviderKeyAtom);
  const [state, setState] = useState<BrowserModelState | null>(null);
  useEffect(() => {
    void browserModelState().then(setState);
  }, []);
  const present = state !== null && state !== "absent" && state !== "unavailable";
  const host = hostOf(provider.endpoint);
  return (
    <Panel title="Provider" note="which engine reads the texts">
      <div className="flex flex-col gap-3">
        <Select
          label="Provider"
          value={inputs.provider}
          options={PROVIDERS.map((value) => ({
            value,
            label: PROVIDER_LABELS[value],
            disabled: value === "browser" && !present && inputs.provider !== "browser",
          }))}
          onChange={(value) => change({ provider: value })}
        />
        <p className="text-muted text-small">
          A model only marks words in the text; all figures are computed here by the same formulas. Replies that violate the schema or quote
          text not in the article are refused.
        </p>
        {inputs.provider === "endpoint" ? (
          <>
            <FactList
              label="Endpoint"
              facts={[
                { name: "Endpoint", value: <span className="break-all font-sans">{provider.endpoint || "not set"}</span> },
                { name: "Model", value: <span className="break-all font-sans">{provider.model || "not set"}</span> },
                { name: "Key", value: <span className="font-sans">{hasKey ? "kept" : "none"}</span> },
              ]}
            />
            {host ? <Caution>Analyzed texts are sent to {host}. Nothing else is sent.</Caution> : null}
            <p className="text-muted text-small">
              <a href="/settings#model" className="text-accent underline">
                Change in Settings
              </a>
              . A separate worker may contact only this host. The host must allow this page (CORS): for Ollama, set OLLAMA_ORIGINS to{" "}
              {window.location.origin}. If the app is served without its service worker, its host must add this one to connect-src in the
              Content-Security-Policy.
            </p>
          </>
        ) : null}
        {inputs.provider === "browser" && !present ? <Caution>This browser has no built-in language model.</Caution> : null}
        {state === "absent" || state === "unavailable" ? (
          <p className="text-faint text-small">The browser model (Prompt API) is not available here.</p>
        ) : null}
        {state === "downloadable" || state === "downloading" ? (
          <p className="text-faint text-small">The browser downloads its model on first use, which can take a while.</p>
        ) : null}
      </div>
    </Panel>
  );
}

const median = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

function Performance({ history, linked }: Pick<SettingsTabProps, "history" | "linked">) {
  const { performance, overall, records, recent, busy } = history;
  const accuracy = performance?.accuracy ?? null;
  const millis = median(records.map(({ body }) => body.millis));
  return (
    <div data-waiting={busy || undefined} className="flex flex-col gap-3">
      <h2 className="font-semibold text-title">Model Performance</h2>
      <StatStrip label="Model Performance">
        <Stat
          label="Accuracy (7 days)"
          value={percent(accuracy?.share)}
          note={
            linked
              ? `${accuracy?.hits ?? 0} of ${accuracy?.scored ?? 0} scored`
              : "not available: needs linked prices, under Reflection Analysis"
          }
          info={{ ...accuracyInfo, title: "Accuracy (7 days)", n: plural(recent.length, "signal") }}
        />
        <Stat
          label="Predictions"
          value={`${records.length}`}
          note={`latest ${MAX_DECISIONS} retained`}
          info={{ title: "Predictions", formula: "signals in the history", source: "own count" }}
        />
        <Stat
          label="Avg Confidence"
          value={percent(overall?.meanConfidence)}
          info={{
            title: "Avg Confidence",
            formula: "mean confidence of the signals in the history",
            n: plural(records.length, "signal"),
            computedBy: "reflect",
          }}
        />
        <Stat
          label="Response Time"
          value={duration(millis)}
          note="median"
          info={{
            title: "Response Time",
            formula: "median time to signal, including the provider",
            n: plural(records.length, "signal"),
            source: "measured here",
          }}
        />
        <Stat
          label="Brier score"
          value={fixed(overall?.brier, 3)}
          note={linked ? "0.250 is a coin toss" : "not available: needs linked prices"}
          info={{ ...brierInfo, n: plural(overall?.accuracy.scored ?? 0, "scored signal") }}
        />
      </StatStrip>
      {overall && overall.accuracy.scored > 0 ? (
        <CalibrationChart byConfidence={overall.byConfidence} scored={overall.accuracy.scored} />
      ) : null}
    </div>
  );
}

function Constants() {
  return (
    <Disclosure title="Constants of the engine" note="fixed" level={2}>
      <FactList label="Constants of the engine" facts={ENGINE_CONSTANTS.map(([name, value]) => ({ name, value }))} />
    </Disclosure>
  );
}
