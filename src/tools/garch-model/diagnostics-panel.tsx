import { useMemo } from "react";
import type { Failure } from "../../../workers/contract";
import { DISTRIBUTION_NAMES, TEST_LEVEL } from "../../../workers/volatility/schema";
import { fixed, pValue } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { DiagnosisValue, GarchRun } from "./use-garch";

type Test = DiagnosisValue["tests"][number];

/** Whether a failed test is expected under the fitted distribution: normality of residuals with Student's t, for example. */
const isExcused = ({ ok, p }: Test): boolean => ok && p !== null && p < TEST_LEVEL;

const columnsFor = (distribution: string): TableColumn<Test>[] => [
  {
    id: "label",
    header: "Test",
    cell: (test) => (
      <Verdict state={test.ok ? "ok" : "caution"}>
        {test.label}
        {isExcused(test) ? <span className="text-muted text-small"> not required: {distribution}</span> : null}
      </Verdict>
    ),
    text: (test) => (isExcused(test) ? `${test.label} (not required: ${distribution})` : test.label),
  },
  { id: "statistic", header: "Statistic", cell: ({ statistic }) => fixed(statistic, 2) },
  { id: "p", header: "p", cell: ({ p }) => pValue(p) },
];

/** Tests of the standardized residuals; below them what failures mean and what to try. */
export function DiagnosticsPanel({
  run,
  diagnosis,
  failure,
}: {
  run: GarchRun;
  diagnosis: DiagnosisValue | null;
  failure: Failure | null;
}) {
  const distribution = DISTRIBUTION_NAMES[run.value.fit.model.distribution];
  const columns = useMemo(() => columnsFor(distribution), [distribution]);
  const about = (
    <InfoButton
      title="Residual tests"
      formula="on z = (r − μ)/σ: Ljung–Box on z and z²; ARCH-LM = (n − lags) R² of z² on its lags; Jarque–Bera; Engle–Ng sign bias; and Nyblom stability of the parameters, on the sums of the scores"
      settings={[["Level", "5%"]]}
      differs="Python arch multiplies the ARCH-LM R² by n instead of n − lags. Ljung–Box degrees of freedom are not reduced by the number of parameters. Nyblom: rugarch shows Hansen’s simulated critical values, 0.47 for one parameter; here the exact 0.46. Parameters at a bound are excluded."
      computedBy="parameterStability"
    />
  );
  const note = diagnosis ? <Findings tests={diagnosis.tests} /> : undefined;
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
  const excused = tests.filter(isExcused);
  const rejected = tests.filter(({ ok }) => !ok);
  const advice = [...new Set([...rejected, ...excused].map((test) => test.advice))];
  if (rejected.length === 0) advice.push(`No ${excused.length > 0 ? "other " : ""}test rejects at the 5% level.`);
  return (
    <ul className="flex flex-col gap-1">
      {advice.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
