import { lazy, Suspense } from "react";
import { DatasetMenu } from "../../analysis/data/dataset-menu.tsx";
import { NewerFile } from "../../analysis/data/series-reading.tsx";
import { FirstResult } from "../../analysis/first-result/first-result.tsx";
import { plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataField } from "../../ui/data-field.tsx";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { useRunKeys } from "../../ui/use-run-keys.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { EXAMPLE } from "./settings";
import { type Converter, type ShownReport, useConverter } from "./use-converter";

const SeriesPanel = lazy(() => import("./series-panel.tsx").then((module) => ({ default: module.SeriesPanel })));
const StatementPanel = lazy(() => import("./statement-panel.tsx").then((module) => ({ default: module.StatementPanel })));
const ConversionExports = deferred(async () => (await import("./exports.tsx")).ConversionExports);

/** The Trading Results Processor: converts a pasted report or a statement to a CSV file. */
export default function ConvertData() {
  const converter = useConverter();
  const { processing, source, shown, given, empty, convert, cancel, progress } = converter;
  const report = given ? null : shown;
  useRunKeys({
    run: processing || empty ? undefined : () => void convert(),
    arrive: converter.preview,
    cancel: processing || progress ? cancel : undefined,
  });
  return (
    <FileDrop onFile={converter.takeFile} disabled={processing}>
      <PageHeader
        title="Trading Results Processor"
        description="Converts a results report to CSV and a statement to a trade list for other tools. Nothing leaves this device."
      />
      <div className="mt-4 grid items-start gap-4 min-[1180px]:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <ConvertForm converter={converter} report={report} />
          {given ? (
            <Suspense fallback={<Skeleton rows={8} />}>
              <SeriesPanel source={given} onRemove={converter.clear} />
            </Suspense>
          ) : report || converter.refusal || converter.loaded || converter.newer ? null : (
            <FirstResult
              tool="convert-data"
              actions={
                source === null ? (
                  <Button kind="primary" onPress={() => converter.setText(EXAMPLE)}>
                    Start with a sample
                  </Button>
                ) : null
              }
            >
              Paste a results report or open a statement: its figures become columns, its trades a list for other tools. Prices and panels
              are accepted as well.
            </FirstResult>
          )}
        </div>
        <div className="order-1 min-w-0 min-[1180px]:order-none">
          <ExamplePanel disabled={processing} onUse={() => converter.setText(EXAMPLE)} />
        </div>
        {report ? <Conversion converter={converter} shown={report} /> : null}
      </div>
    </FileDrop>
  );
}

/** What was converted: the figures, and the account of a statement. */
function Conversion({ converter, shown }: { converter: Converter; shown: ShownReport }) {
  const { metrics, statement } = shown.value;
  return (
    <div data-report="results" className="@container/results flex min-w-0 flex-col gap-4 min-[1180px]:col-span-2">
      {metrics.length > 0 ? (
        <div className="min-[1180px]:mr-[23rem]">
          <PreviewPanel
            key={shown.name}
            shown={shown}
            current={converter.current}
            changes={converter.changes}
            setChanges={converter.setChanges}
            disabled={converter.processing}
          />
        </div>
      ) : null}
      {statement ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <StatementPanel
            name={shown.name}
            statement={statement}
            startingBalance={converter.startingBalance}
            setStartingBalance={converter.setStartingBalance}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function ConvertForm({ converter, report }: { converter: Converter; report: ShownReport | null }) {
  const { text, loaded, shown, given, empty, current, processing, refusal, success, progress } = converter;
  // On a phone, fewer rows keep the buttons below in reach.
  const rows = useNarrow() ? 8 : 15;
  const found =
    current && shown ? [plural(shown.value.metrics.length, "figure"), ...tradesOf(shown.value.statement?.summary.trades)] : null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void converter.convert();
      }}
    >
      <DataField
        label="Trading results"
        value={text}
        onChange={converter.setText}
        onLargeText={(given) => void converter.takeText(given)}
        onFile={converter.takeFile}
        loaded={loaded ? { preview: current && shown ? shown.value.preview : loaded.head, count: null } : given ? given.loaded : null}
        aside={<DatasetMenu onChoose={converter.takeDataset} current={given?.series?.hash ?? null} />}
        rows={rows}
        required
        disabled={processing}
        placeholder="Paste a results report here, or drop a statement: text, CSV, or MetaTrader's HTML"
        hint={
          loaded ? (
            <span role="status">
              {loaded.name}
              {found ? ` · ${found.join(", ")}` : ""}
            </span>
          ) : (
            // Reserves a line, so that nothing below moves when the text appears.
            <span role="status">{found ? `${found.join(", ")} found` : "\u00a0"}</span>
          )
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        {/* Always a separate line on a phone, whatever the font's width: nothing below moves when the font loads. */}
        <Button type="submit" kind="primary" keys="Ctrl ↵" isDisabled={empty || processing} className="max-[640px]:w-full">
          {processing ? "Processing..." : "Convert to CSV"}
        </Button>
        <Button isDisabled={processing || (empty && !shown && !refusal && !success)} onPress={converter.clear}>
          Clear
        </Button>
        <FileButton size="normal" disabled={processing} onFile={converter.takeFile}>
          Open a statement
        </FileButton>
        {report ? (
          <Suspense>
            <ConversionExports shown={report} />
          </Suspense>
        ) : null}
      </div>
      <LateProgress progress={progress} onCancel={converter.cancel} />
      <NewerFile source={converter} />
      <FailureBox failure={refusal?.text == null ? refusal?.failure : { reason: refusal.failure.reason, params: refusal.failure.params }} />
      {refusal?.text == null ? null : <UnreadLines text={refusal.text} />}
      {success ? (
        <p role="status" className="rounded-[6px] border border-good/45 bg-good/8 px-3 py-2 text-data">
          <span aria-hidden="true" className="text-good">
            ✓{" "}
          </span>
          <span>Data successfully converted! Your CSV file has been downloaded.</span>
        </p>
      ) : null}
    </form>
  );
}

const tradesOf = (trades: number | undefined): string[] => (trades === undefined ? [] : [plural(trades, "closed trade")]);

/** The first lines of a text in which nothing was recognized. */
function UnreadLines({ text }: { text: string }) {
  const lines = text
    .split("\n")
    .map((line, index) => ({ line: index + 1, text: line.trim().slice(0, 160) }))
    .filter((line) => line.text !== "");
  return (
    <div className="text-small">
      <p className="text-muted">Lines not recognized:</p>
      <ol aria-label="Lines not recognized" className="mt-1 flex flex-col gap-0.5">
        {lines.slice(0, 5).map((line) => (
          <li key={line.line} className="num break-words [overflow-wrap:anywhere]">
            <span className="text-muted">line {line.line}:</span> {line.text}
          </li>
        ))}
      </ol>
    </div>
  );
}

function ExamplePanel({ onUse, disabled }: { onUse: () => void; disabled: boolean }) {
  return (
    <Panel
      title="Example format"
      actions={
        <Button size="small" isDisabled={disabled} onPress={onUse}>
          Use this example
        </Button>
      }
      footer="A line in ** is a heading and prefixes the names below it. Percentages give a “(%)” column and a fraction column."
    >
      <pre className="num overflow-x-auto whitespace-pre-wrap text-small">{EXAMPLE}</pre>
    </Panel>
  );
}
