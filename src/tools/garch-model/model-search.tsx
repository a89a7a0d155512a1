import { useState } from "react";
import type { Jobs } from "../../../workers/jobs";
import { DISTRIBUTION_NAMES, VARIANCES } from "../../../workers/volatility/schema";
import { fileStem, saveTable } from "../../analysis/data/save-table.ts";
import { PartNote } from "../../analysis/part-note.tsx";
import { type FollowUp, useFollowUp } from "../../analysis/use-follow-up";
import type { JobValue } from "../../client/pool";
import { canceledAfter, stemOfPart } from "../../lib/canceled-after.ts";
import { count, duration, fixed, plural, significant } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Select } from "../../ui/select.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { AlongTheSeries } from "./record";
import { type GarchSettings, modelOf } from "./settings";
import { fitBasis, type GarchRun } from "./use-garch";

type Search = JobValue<Jobs, "search-garch">;
type Ranked = Search["ranked"][number];

const ORDERS = ["1", "2", "3", "4", "5"] as const;
const ERRORS = ["normal", "t", "skewt", "ged"] as const;

const QUESTION = "which model fits this series best";
/** Number of models shown at first. */
const FIRST = 10;

interface ModelSearchProps {
  run: GarchRun;
  settings: GarchSettings;
  change: (changes: Partial<GarchSettings>) => void;
}

/** Every model of a grid fitted to the series of the shown fit, smallest BIC first; a click copies a model into the form. */
export function ModelSearch({ run, settings, change }: ModelSearchProps) {
  const [all, setAll] = useState(false);
  const { searchOrders, searchErrors } = settings;
  const search = useFollowUp<"search-garch", AlongTheSeries>("search-garch", run.series, {
    isPart: (found) => found.canceledAfter !== undefined,
    onDone: (found) => {
      const { ranked } = found.value;
      announce(`${plural(ranked.length, "model")} compared: ${ranked[0].name} has the lowest BIC`);
      void import("./record").then(({ recordSearch }) => recordSearch(found));
    },
  });

  const start = () => {
    // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
    import("./record").catch(() => undefined);
    const orders = ORDERS.map(Number).filter((order) => order <= searchOrders);
    const { preSample, mean } = modelOf(run.settings);
    void search.run(
      { of: run.series, run },
      {
        ...fitBasis(run.series, run.settings),
        preSample,
        mean,
        grid: {
          variances: [...VARIANCES],
          distributions: searchErrors === "all" ? [...ERRORS] : [run.settings.distribution],
          p: orders,
          q: orders,
        },
      },
    );
  };
  const use = ({ model: { p, q, distribution, variance } }: Ranked) => {
    change({ p, q, distribution, variance: variance ?? "garch" });
    announce("Model copied to the form. Run the analysis to fit it.");
  };
  const shown = search.value;
  return (
    <Panel
      title="Model comparison"
      note={shown ? `${plural(shown.ranked.length, "model")} in ${duration(shown.elapsed)}, best first` : QUESTION}
      flush
      actions={
        <>
          {shown ? (
            <Button size="small" onPress={() => save(shown, run)}>
              <TableFormatName />
            </Button>
          ) : null}
          <AboutBic run={run} />
        </>
      }
      footer={shown && shown.failed.length > 0 ? <Failed search={shown} /> : undefined}
    >
      <div className="flex flex-col gap-3 p-3.5">
        <GridForm run={run} settings={settings} change={change} start={start} busy={search.busy} />
        <Status search={search} />
      </div>
      {shown ? (
        <DataTable
          label="Model comparison"
          columns={columnsOf(use)}
          rows={all ? shown.ranked : shown.ranked.slice(0, FIRST)}
          rowKey={({ name }) => name}
          copyable
        />
      ) : null}
      {shown && shown.ranked.length > FIRST ? (
        <div className="border-line border-t px-3.5 py-1.5">
          <Button size="small" kind="quiet" onPress={() => setAll(!all)}>
            {all ? `Best ${FIRST} only` : `All ${plural(shown.ranked.length, "model")}`}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

/** Progress of the comparison, or how it ended if it failed. */
const Status = ({ search }: { search: FollowUp<"search-garch", AlongTheSeries> }) => (
  <>
    <LateProgress progress={search.progress} onCancel={search.cancel} />
    <FailureBox failure={search.failure} />
    <PartNote part={search.value?.canceledAfter} things="models">
      Ranks are among these only. Not added to the list of runs.
    </PartNote>
  </>
);

interface GridFormProps extends ModelSearchProps {
  start: () => void;
  busy: boolean;
}

/** Orders and errors to compare. */
function GridForm({ run, settings: { searchOrders, searchErrors }, change, start, busy }: GridFormProps) {
  return (
    <div className="flex flex-wrap items-end gap-2.5">
      <div className="w-36">
        <Select
          label="Maximum order"
          value={String(searchOrders) as (typeof ORDERS)[number]}
          options={ORDERS.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ searchOrders: Number(value) })}
        />
      </div>
      <div className="w-44">
        <Select
          label="Error distributions"
          value={searchErrors}
          options={[
            { value: "all", label: "All four" },
            { value: "form", label: `${DISTRIBUTION_NAMES[run.settings.distribution]} only` },
          ]}
          onChange={(value) => change({ searchErrors: value })}
        />
      </div>
      <Button onPress={start} busy={busy}>
        Compare models
      </Button>
    </div>
  );
}

function AboutBic({ run }: { run: GarchRun }) {
  return (
    <InfoButton
      title="BIC"
      formula="−2 LL + k ln n: lowest is best; 2 to 6 above it is positive, 6 to 10 strong evidence against a model"
      settings={[["Mean", meanWords(run)]]}
      n={`${count(run.value.fit.n)} returns`}
      source="Schwarz (1978); Kass and Raftery (1995)"
      computedBy="rankByBic"
      differs="Fits that did not converge are not ranked first. All models use the same returns."
    />
  );
}

const meanWords = ({ settings: { mean, meanLags } }: GarchRun): string => (mean === "ar" ? `autoregressive, ${meanLags}` : mean);

const columnsOf = (use: (model: Ranked) => void): TableColumn<Ranked>[] => [
  { id: "name", header: "Model", cell: ({ name }) => <span className="whitespace-nowrap">{name}</span>, text: ({ name }) => name },
  { id: "rank", header: "Rank", cell: ({ rank }) => count(rank), sortBy: ({ rank }) => rank },
  { id: "bic", header: "BIC", matters: true, cell: ({ result }) => fixed(result.bic, 2), sortBy: ({ result }) => result.bic },
  { id: "delta", header: "Δ best", matters: true, cell: ({ deltaBic }) => fixed(deltaBic, 2), sortBy: ({ deltaBic }) => deltaBic },
  { id: "aic", header: "AIC", cell: ({ result }) => fixed(result.aic, 2), sortBy: ({ result }) => result.aic },
  {
    id: "likelihood",
    header: "Log-likelihood",
    cell: ({ result }) => fixed(result.logLikelihood, 2),
    sortBy: ({ result }) => result.logLikelihood,
  },
  { id: "k", header: "k", cell: ({ result }) => count(result.k), sortBy: ({ result }) => result.k },
  {
    id: "persistence",
    header: "Persistence",
    cell: ({ result }) => significant(result.persistence, 5),
    sortBy: ({ result }) => result.persistence,
  },
  {
    id: "status",
    header: "Search",
    words: true,
    cell: ({ result: { status } }) => <Verdict state={status === "converged" ? "ok" : "caution"}>{status}</Verdict>,
    text: ({ result }) => result.status,
  },
  {
    id: "use",
    header: "Form",
    matters: true,
    words: true,
    cell: (row) => (
      <Button size="small" kind="quiet" aria-label={`Use ${row.name}`} onPress={() => use(row)}>
        Use
      </Button>
    ),
    text: null,
  },
];

function Failed({ search: { failed } }: { search: Search }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {failed.slice(0, 5).map(({ name, failure }) => (
        <li key={name}>
          {name}: {failure}
        </li>
      ))}
      {failed.length > 5 ? <li>and {count(failed.length - 5)} more that could not be fitted</li> : null}
    </ul>
  );
}

function save({ ranked, canceledAfter: part }: Search, { series }: GarchRun): void {
  const figures = (name: string, of: (model: Ranked) => number) => ({ name, values: Float64Array.from(ranked, of) });
  const columns = [
    { name: "Model", values: ranked.map(({ name }) => name) },
    figures("Rank", ({ rank }) => rank),
    figures("BIC", ({ result }) => result.bic),
    figures("Δ best", ({ deltaBic }) => deltaBic),
    figures("AIC", ({ result }) => result.aic),
    figures("Log-likelihood", ({ result }) => result.logLikelihood),
    figures("Parameters", ({ result }) => result.k),
    figures("Persistence", ({ result }) => result.persistence),
    { name: "Search", values: ranked.map(({ result }) => result.status) },
    ...(part ? [{ name: "Note", values: ranked.map(() => canceledAfter(part, "models")) }] : []),
  ];
  void saveTable(columns, stemOfPart(`${fileStem(series.name)}-models`, part));
}
