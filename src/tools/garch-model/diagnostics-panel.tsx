import { fixed, pValue } from "../../lib/format.ts";
import { Verdict } from "../../ui/badge.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/progress.tsx";
import type { DiagnosisValue, GarchControl } from "./use-garch";

type Test = DiagnosisValue["tests"][number];

const columns: TableColumn<Test>[] = [
  {
    id: "label",
    header: "Test",
    cell: ({ label, ok }) => <Verdict state={ok ? "ok" : "caution"}>{label}</Verdict>,
    text: ({ label }) => label,
  },
  { id: "statistic", header: "Statistic", cell: ({ statistic }) => fixed(statistic, 2) },
  { id: "p", header: "p", cell: ({ p }) => pValue(p) },
];

/** Tests of the standardised residuals; under them what the failed ones mean and what to try. */
export function DiagnosticsPanel({ state }: { state: GarchControl["diagnosis"] }) {
  const about = (
    <InfoButton
      title="Residual tests"
      formula="on z = (r − μ)/σ: Ljung–Box on z and z²; ARCH-LM = (n − lags) R² of z² on its lags; Jarque–Bera; Engle–Ng sign bias"
      settings={[["Level", "5 %"]]}
      differs="Python arch multiplies the ARCH-LM R² by n instead of n − lags. Ljung–Box degrees of freedom are not reduced by the number of parameters."
    />
  );
  const found = state.phase === "done" ? state.value.tests.filter(({ ok }) => !ok) : [];
  const note =
    found.length > 0 ? (
      <Findings tests={found} />
    ) : state.phase === "done" ? (
      "Nothing is left in the residuals at the 5 % level."
    ) : undefined;
  return (
    <Panel title="Diagnostics" note="standardised residuals" actions={about} footer={note} flush>
      {state.phase === "done" ? (
        <DataTable label="Diagnostics" columns={columns} rows={state.value.tests} rowKey={({ key }) => key} />
      ) : null}
      {state.phase === "running" ? (
        <div className="p-3.5">
          <Skeleton rows={6} />
        </div>
      ) : null}
      {state.phase === "failed" ? (
        <div className="p-3.5">
          <FailureBox failure={state.failure} />
        </div>
      ) : null}
    </Panel>
  );
}

function Findings({ tests }: { tests: Test[] }) {
  const advice = [...new Set(tests.map((test) => test.advice))];
  return (
    <ul className="flex flex-col gap-1">
      {advice.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
