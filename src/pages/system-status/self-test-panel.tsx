import { useAtomValue } from "jotai";
import { count, duration, significant } from "../../lib/format.ts";
import { selfCheckAtom } from "../../state/self-check";
import { DataTable } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { MEASURES } from "./measures";

/** Checks every kernel against known answers on this device. */
export function SelfTestPanel() {
  const { test, failure } = useAtomValue(selfCheckAtom);
  return (
    <Panel
      title="Kernel self-tests"
      note={test ? `${count(test.passed)} of ${count(test.checks.length)} passed in ${duration(test.millis)}` : "running"}
      actions={<InfoButton {...MEASURES.selfTests} />}
      flush={test !== null}
    >
      <FailureBox failure={failure} />
      {test ? (
        <DataTable
          label="Kernel self-tests"
          rows={test.checks}
          rowKey={({ family, kernel }) => `${family} ${kernel}`}
          copyable
          height={320}
          columns={[
            { id: "kernel", header: "Kernel", cell: ({ kernel }) => kernel, sortBy: ({ kernel }) => kernel, words: true },
            { id: "family", header: "Family", cell: ({ family }) => family, sortBy: ({ family }) => family, words: true },
            {
              id: "error",
              header: "Maximum error",
              matters: true,
              cell: ({ error }) => significant(error, 2),
              sortBy: ({ error }) => error,
            },
            { id: "tolerance", header: "Tolerance", cell: ({ tolerance }) => significant(tolerance, 2) },
            {
              id: "verdict",
              header: "Result",
              matters: true,
              cell: ({ passed }) => <Verdict state={passed ? "ok" : "bad"}>{passed ? "passed" : "failed"}</Verdict>,
              text: ({ passed }) => (passed ? "passed" : "failed"),
              words: true,
            },
            { id: "source", header: "Reference", cell: ({ source }) => source, words: true },
          ]}
        />
      ) : failure === null ? (
        <Skeleton rows={4} />
      ) : null}
    </Panel>
  );
}
