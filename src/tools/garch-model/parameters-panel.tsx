import type { ParameterEstimate } from "../../../workers/volatility/garch-model";
import { symbol } from "../../../workers/volatility/symbols";
import { count, duration, fixed, plural, pValue, significant } from "../../lib/format.ts";
import { returnsUsed } from "../../lib/return-words.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { GarchRun } from "./use-garch";

const WORDS: Record<string, string> = {
  mu: "mean",
  ar: "past return",
  omega: "constant",
  alpha: "shock",
  beta: "memory",
  gamma: "loss",
  nu: "tail weight",
  lambda: "asymmetry",
  decay: "decay",
  delta: "power",
  phi: "shock",
  d: "long memory",
};

/** "α₁ shock": display name of a parameter. */
export function parameterName(key: string): string {
  const words = WORDS[key.replace(/\d$/, "")];
  return words ? `${symbol(key)} ${words}` : symbol(key);
}

const columns: TableColumn<ParameterEstimate>[] = [
  {
    id: "name",
    header: "Parameter",
    cell: ({ key }) => <span className="whitespace-nowrap">{parameterName(key)}</span>,
    text: ({ key }) => key,
  },
  { id: "value", header: "Estimate", cell: ({ value }) => significant(value, 5) },
  { id: "error", header: "Error", cell: ({ robust, atBound }) => (atBound ? "at bound" : significant(robust, 3)) },
  { id: "t", header: "t", cell: ({ t }) => fixed(t, 2) },
  { id: "p", header: "p", cell: ({ p }) => pValue(p) },
];

/** Estimates with robust standard errors, and a note on the optimizer's convergence. */
export function ParametersPanel({ run }: { run: GarchRun }) {
  const { fit } = run.value;
  const { kind, elapsed } = run.value;
  const what = returnsUsed(kind, run.unit === "%") + (kind === "prices" ? ", from prices" : "");
  const note = (
    <>
      {count(fit.n)} {what}. Log-likelihood <span className="num">{fixed(fit.logLikelihood, 4)}</span>,{" "}
      {plural(fit.iterations, "iteration")}, {duration(elapsed)}. {fit.statusText}
    </>
  );
  const about = (
    <InfoButton
      title="Standard errors"
      formula="robust: H⁻¹ S H⁻¹, S the sum of outer products of scores; t = estimate / error; p two-sided, normal"
      settings={[
        ["Iterations", fit.iterations],
        ["Likelihood passes", fit.evaluations],
        ["Spread of starts", `${significant(fit.startSpread, 2)} in log-likelihood`],
      ]}
      source="Bollerslev and Wooldridge (1992)"
      differs="Python arch centers S, which changes errors by about 1/n. Hessian and OPG standard errors are in the export."
    />
  );
  return (
    <Panel title="Parameters" note="robust standard errors" actions={about} footer={note} flush>
      <DataTable label="Parameters" columns={columns} rows={fit.estimates} rowKey={({ key }) => key} />
    </Panel>
  );
}
