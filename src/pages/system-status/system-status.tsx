import { useAtomValue } from "jotai";
import { fixed, inUnit, secondsTime } from "../../lib/format.ts";
import { settingsAtom } from "../../state/settings";
import type { SystemStatus as Status } from "../../state/system-status";
import { FactList, type FactRow } from "../../ui/fact-list.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { EventPanel, HistoryPanel } from "./history-panel.tsx";
import { MEASURES } from "./measures";
import { SelfTestPanel } from "./self-test-panel.tsx";
import { StatusSource } from "./status-source.tsx";
import { useSystemStatus } from "./use-system-status";

const UNKNOWN = <span className="font-sans text-muted">not available in this browser</span>;
const PENDING = <span className="font-sans text-muted">measuring</span>;
const MEGABYTES_PER_GIGABYTE = 1024;

const shown = (value: number | null, digits: number, unit: string) => (value === null ? UNKNOWN : inUnit(fixed(value, digits), unit));

const amount = (megabytes: number | "measuring" | null) =>
  typeof megabytes === "number" || megabytes === null ? shown(megabytes && megabytes / MEGABYTES_PER_GIGABYTE, 2, "GB") : PENDING;

const room = ({ used, total, free }: Status["storage"], perGigabyte: number): FactRow[] =>
  [
    { name: "Used", value: used },
    { name: "Total", value: total },
    { name: "Free", value: free },
  ].map(({ name, value }) => ({ name, value: shown(value === null ? null : value / perGigabyte, 2, "GB") }));

const VERDICTS: Record<string, "ok" | "caution"> = { healthy: "ok", degraded: "caution" };

/** Status of this device as measured, or of a host as reported by its socket. */
export default function SystemStatus() {
  const { statusSocket } = useAtomValue(settingsAtom);
  const { status, history, events, trouble } = useSystemStatus(statusSocket);
  const here = statusSocket === "";
  return (
    <>
      <PageHeader
        title="System Status"
        description={here ? "This device, sampled every two seconds while this page is visible." : `Reported by ${statusSocket}.`}
        actions={status ? <span className="text-muted text-small">{`Last updated: ${secondsTime(status.timestamp)}`}</span> : null}
      />
      <div className="mt-4 flex flex-col gap-4">
        <FailureBox failure={trouble === null ? null : { message: trouble }} />
        {status ? <Cards status={status} here={here} /> : <ProgressBar label={here ? "Measuring" : "Connecting"} fraction={null} />}
        <HistoryPanel history={history} events={events} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] items-start gap-4">
          <EventPanel events={events} />
          <Panel title="Source">
            <StatusSource key={statusSocket} address={statusSocket} />
          </Panel>
        </div>
        <SelfTestPanel />
      </div>
    </>
  );
}

function Cards({ status, here }: { status: Status; here: boolean }) {
  const { cpu, memory, network, storage, services, here: own } = status;
  const names = [
    ["Database", services.database],
    ["API", services.api],
    ["Cache", services.cache],
  ] as const;
  // How a host measures is unknown.
  const about = (card: keyof typeof MEASURES) => (here ? <InfoButton {...MEASURES[card]} /> : undefined);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13.5rem,100%),1fr))] items-stretch gap-4">
      <Panel title="CPU Usage" note={here ? "share of worker time" : undefined} actions={about("cpu")}>
        <FactList
          label="CPU Usage"
          facts={[
            { name: "Usage", value: shown(cpu.usage, 1, "%") },
            ...(own ? [{ name: "Pressure", value: own.pressure === "measuring" ? PENDING : (own.pressure ?? UNKNOWN) }] : []),
            { name: "Temperature", value: shown(cpu.temperature, 0, "°C") },
          ]}
        />
      </Panel>
      <Panel title="Memory Usage" note={here ? "scripts of this tab" : undefined} actions={about("memory")}>
        <FactList
          label="Memory Usage"
          facts={[...room(memory, MEGABYTES_PER_GIGABYTE), ...(own ? [{ name: "With workers", value: amount(own.withWorkers) }] : [])]}
        />
      </Panel>
      <Panel title="Network Performance" note={here ? "to this app's own files" : undefined} actions={about("network")}>
        <FactList
          label="Network Performance"
          facts={[
            { name: "Bandwidth", value: shown(network.bandwidth, 1, "Mbps") },
            { name: "Latency", value: shown(network.latency, 1, "ms") },
          ]}
        />
      </Panel>
      <Panel title="Storage" note={here ? "what this site may use" : undefined} actions={about("storage")}>
        <FactList label="Storage" facts={room(storage, 1)} />
      </Panel>
      <Panel title="Services Status" note={here ? "as measured here" : undefined} actions={about("services")}>
        <FactList
          label="Services Status"
          facts={names.map(([name, health]) => ({
            name,
            value: (
              <span className="font-sans">
                <Verdict state={VERDICTS[health] ?? "bad"}>{health}</Verdict>
              </span>
            ),
          }))}
        />
      </Panel>
    </div>
  );
}
