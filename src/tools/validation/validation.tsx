import { lazy, Suspense, useMemo } from "react";
import { DataSection } from "../../analysis/data/data-section.tsx";
import { useClear, useForgetting } from "../../analysis/data/use-clear";
import { useSeriesSource } from "../../analysis/data/use-series-source";
import { count } from "../../lib/format.ts";
import { useScreenInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar, Skeleton } from "../../ui/progress.tsx";
import { ToolLayout } from "../../ui/tool-layout.tsx";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { ConfigForm } from "./config-form.tsx";
import { methodLabel, VALIDATION_DEFAULTS, validationInputsSchema } from "./settings";
import { isStale, useValidation } from "./use-validation";

const ExportMenu = deferred(async () => (await import("./export-menu.tsx")).ExportMenu);
const Results = lazy(() => import("./results.tsx").then((module) => ({ default: module.Results })));

export default function Validation() {
  const given = useSeriesSource({ screen: "validation", field: "data" });
  const { inputs, change } = useScreenInputs("validation", validationInputsSchema, VALIDATION_DEFAULTS);
  const validation = useValidation(given, inputs);
  const source = useForgetting(given, validation.forget);
  const { shown, busy, progress, failure, run } = validation;
  const cancel = busy ? validation.cancel : source.reading ? source.cancel : undefined;
  useRunKeys({ run: busy ? undefined : () => void run(), cancel });

  const clear = useClear({ sources: [source], results: [validation] });
  // The same elements as long as nothing in them has changed: a word of progress then draws the bar and not the forms and charts.
  const rail = useMemo(
    () => (
      <>
        <DataSection source={source} hint="Prices to trade, or the values or returns of an account" />
        <ConfigForm inputs={inputs} change={change} series={source.series} />
      </>
    ),
    [source, inputs, change],
  );
  const results = useMemo(() => (shown ? <Results run={shown} method={inputs.method} /> : null), [shown, inputs.method]);
  const stale = shown !== null && !busy && isStale(shown, source.series, inputs);
  const summary = source.series
    ? `${source.series.name} · ${count(source.series.length)} values · ${methodLabel(inputs.method)}`
    : undefined;
  return (
    <FileDrop onFile={source.takeFile}>
      <PageHeader
        title="Model Validation Framework"
        description="Does it hold on data it has not seen: walking forward, across folds, drawn anew, and with every trial counted."
        actions={
          <>
            {shown ? (
              <Suspense>
                <ExportMenu run={shown} />
              </Suspense>
            ) : null}
            <Button isDisabled={busy || clear === null} onPress={() => clear?.()}>
              Clear
            </Button>
            <Button kind="primary" keys="Ctrl ↵" busy={busy} onPress={() => void run()}>
              {busy ? "Running Validation..." : "Run Validation"}
            </Button>
          </>
        }
      />
      <div className="mt-4">
        <ToolLayout summary={failure ? undefined : summary} rail={rail}>
          {busy ? (
            <ProgressBar label={progress?.label || "Reading the data"} fraction={progress?.fraction ?? null} onCancel={validation.cancel} />
          ) : null}
          <FailureBox failure={failure} revealed />
          {stale ? <Caution>Data or settings have changed since this validation. Run it again to bring it up to date.</Caution> : null}
          {shown ? (
            <Suspense fallback={<Skeleton rows={8} />}>{results}</Suspense>
          ) : (
            <EmptyState
              busy={busy}
              actions={
                source.empty ? (
                  <Button
                    onPress={() => {
                      source.takeSample("wti");
                      void run();
                    }}
                  >
                    Start with a sample
                  </Button>
                ) : (
                  <Button kind="primary" onPress={() => void run()}>
                    Run Validation
                  </Button>
                )
              }
            >
              {source.empty
                ? "Paste prices or a track record, open a CSV file, or drop one anywhere on this page. The sample is 33 years of crude oil prices."
                : "The data is there: run the validation."}
            </EmptyState>
          )}
        </ToolLayout>
      </div>
    </FileDrop>
  );
}
