import { lazy, useMemo } from "react";
import { succeed } from "../../../workers/contract";
import type { ReadAs } from "../../../workers/risk";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { InputType } from "../../analysis/data/input-type.tsx";
import { railLine } from "../../analysis/data/rail-line";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import type { NextFrom } from "../../analysis/next/next-steps.tsx";
import { ToolScreen } from "../../analysis/tool-screen.tsx";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { Sentiment } from "../../strategies/sentiment.tsx";
import { deferred } from "../../ui/deferred.ts";
import { outOfSampleAccount } from "./account";
import { ConfigForm } from "./config-form.tsx";
import { methodLabel, VALIDATION_DEFAULTS, validationInputsSchema } from "./settings";
import { useValidation, type ValidationRun } from "./use-validation";

const ValidationExports = deferred(async () => (await import("./exports.tsx")).ValidationExports);
const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

const NOTHING = [
  "Paste prices or a track record, open a CSV file, or drop one anywhere on this page. The sample is 33 years of crude oil prices.",
  "Data loaded. Run the validation.",
] as const;

/** Type of a track record, as a suffix to its name. */
const recordWords = ({ kind, unit }: ReadAs): string =>
  unit ? `of ${kind === "returns" ? kind : "log returns"} ${UNIT_WORDS[unit]}` : "of account values";

/** The next tool gets the data, or the equity out of sample. */
function nextOf(run: ValidationRun): NextFrom {
  const account = outOfSampleAccount(run);
  return { tool: "validation", run, ...(account && { account: async () => succeed(account) }) };
}

export default function Validation() {
  const given = useSeriesSource({ screen: "validation", field: "data" });
  const { inputs, change } = useScreenInputs("validation", validationInputsSchema, VALIDATION_DEFAULTS);
  const validation = useValidation(given, inputs);
  const source = useForgetting(given, validation.forget);
  const clear = useClear({ sources: [source], results: [validation] });
  const { shown, busy, failure } = validation;
  const run = () => void validation.run();
  const readAs = shown?.value.readAs;
  const kind = readAs ? "record" : "prices";
  // Same elements until something changes: progress then renders the bar, not forms and charts.
  const rail = useMemo(
    () => (
      <>
        <DataSection source={source} hint="Prices, or account values or returns">
          <Sentiment source={source} />
        </DataSection>
        <ConfigForm inputs={inputs} change={change} series={source.series} />
      </>
    ),
    [source, inputs, change],
  );
  const results = useMemo(() => (shown ? <Results run={shown} method={inputs.method} /> : null), [shown, inputs.method]);
  return (
    <ToolScreen
      title="Model Validation Framework"
      description="Out-of-sample validation: walk-forward, cross-validation and bootstrap, adjusted for the number of trials."
      analysis={validation}
      action={{ label: busy ? "Running Validation..." : "Run Validation", run, disabled: source.empty && !source.reading }}
      source={source}
      clear={clear}
      exportMenu={shown && <ValidationExports run={shown} />}
      cautions={
        shown && (
          <InputType
            kind={kind}
            unit={readAs && recordWords(readAs)}
            other={kind === "record" ? "prices" : "record"}
            used={shown.settings.holds}
            setting={inputs.holds}
            choose={(holds) => change({ holds })}
            run={run}
          />
        )
      }
      next={shown && nextOf(shown)}
      staleWords="Data or settings have changed. Run the validation again."
      summary={railLine(source, methodLabel(inputs.method), failure)}
      rail={rail}
    >
      {results ?? <FirstResult tool="validation" source={source} busy={busy} run={run} label="Run Validation" words={NOTHING} />}
    </ToolScreen>
  );
}
