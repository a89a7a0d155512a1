import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { bytes, count, plural } from "../../lib/format.ts";
import { apiCallsAtom } from "../../state/api-usage";
import { finishedJobsAtom } from "../../state/finished-jobs";
import { strategiesAtom } from "../../state/strategies";
import { workspace, workspaceAtom } from "../../state/workspace";
import { FactList } from "../../ui/fact-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlanCards } from "../parts/plan-cards.tsx";
import { plans } from "../parts/plans.ts";
import { UsageMeter } from "./usage-meter.tsx";

/** The plans, and this device's actual use compared with their limits. */
export default function Subscription() {
  const calls = useAtomValue(apiCallsAtom);
  const { datasets } = useAtomValue(workspaceAtom);
  const strategies = useAtomValue(strategiesAtom).records;
  const { succeeded, failed } = useAtomValue(finishedJobsAtom);
  const space = useSpace(datasets.length);
  return (
    <>
      <PageHeader
        title="Subscription"
        description="No plan needed: this build runs every tool on this device. Usage is counted for reference."
      />
      <div className="mt-4 flex flex-col gap-5">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] items-start gap-4">
          <Panel
            title="API requests"
            note="this month, on this device"
            footer={calls === 0 ? "The local API has not been called this month." : undefined}
          >
            <div className="flex flex-col gap-3">
              {plans.map(({ id, name, apiCalls }) =>
                apiCalls === null ? null : <UsageMeter key={id} label={name} used={calls} limit={apiCalls} />,
              )}
            </div>
          </Panel>
          <Panel title="On this device">
            <FactList
              label="Usage of this device"
              facts={[
                { name: "Plan", value: <span className="font-sans">none needed</span> },
                { name: "Series stored", value: count(datasets.length) },
                {
                  name: "Strategies stored",
                  value: `${count(strategies.length)}, ${count(strategies.filter(({ body }) => body.status === "active").length)} active`,
                },
                { name: "Storage used", value: space ? `${bytes(space.used)} of ${bytes(space.available)}` : "—" },
                { name: "Computations this session", value: `${count(succeeded)} of ${plural(succeeded + failed, "job")}` },
              ]}
            />
          </Panel>
        </div>
        <section aria-label="Plans">
          <h2 className="mb-3 font-[620] text-figure tracking-[-0.02em]">Plans</h2>
          <PlanCards calls />
        </section>
      </div>
    </>
  );
}

/** Storage use of this site according to the browser; queried again when the number of series changes. */
function useSpace(series: number) {
  const [space, setSpace] = useState<Awaited<ReturnType<typeof workspace.space>>>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a series more or less changes the answer
  useEffect(() => {
    let here = true;
    void workspace.space().then((answer) => here && setSpace(answer));
    return () => {
      here = false;
    };
  }, [series]);
  return space;
}
