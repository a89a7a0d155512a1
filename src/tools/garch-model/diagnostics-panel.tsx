import type { Failure } from "../../../workers/contract";
import { fixed, pValue } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/progress.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { DiagnosisValue } from "./use-garch";

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

/** Tests of the standardized residuals; under them what the failed ones mean and what to try. */
export function DiagnosticsPanel({ diagnosis, failure }: { diagnosis: DiagnosisValue | null; failure: Failure | null }) {
  const about = (
    <InfoButton
      title="Residual tests"
      formula="on z = (r − μ)/σ: Ljung–Box on z and z²; ARCH-LM = (n − lags) R² of z² on its lags; Jarque–Bera; Engle–Ng sign bias; and Nyblom stability of the parameters, on the sums of the scores"
      settings={[["Level", "5%"]]}
      differs="Python arch multiplies the ARCH-LM R² by n instead of n − lags. Ljung–Box degrees of freedom are not reduced by the number of parameters. Nyblom: rugarch shows Hansen’s simulated critical values, 0.47 for one parameter; here the exact 0.46. Parameters at a bound are left out."
      computedBy="parameterStability"
    />
  );
  const found = diagnosis?.tests.filter(({ ok }) => !ok) ?? [];
  const note = found.length > 0 ? <Findings tests={found} /> : diagnosis ? "No test rejects at the 5% level." : undefined;
  return (
    <Panel title="Diagnostics" note="standardized residuals" actions={about} footer={note} flush>
      {diagnosis ? (
        <DataTable label="Diagnostics" columns={columns} rows={diagnosis.tests} rowKey={({ key }) => key} />
      ) : (
        <div className="p-3.5">{failure ? <FailureBox failure={failure} /> : <Skeleton rows={6} />}</div>
      )}
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
