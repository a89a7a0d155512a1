import { useAtomValue } from "jotai";
import { Meter } from "react-aria-components";
import { count, day, duration, plural } from "../../lib/format.ts";
import { apiUsageAtom } from "../../state/api-usage";
import { feedActivityAtom } from "../../state/feeds/feeds";
import { settingsAtom } from "../../state/settings";
import { SampleChip } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";

/** Monthly requests per key, according to the API. */
const LIMIT = 100_000;
/** The specification's values, until the first call. */
const SAMPLE = { latency: 156, used: 5_234 };

/** State of the guide's channel on this page; `host` is "" if it is simulated. */
interface GuideChannel {
  host: string;
  open: boolean;
}

/** Text for WebSocket: a live feed, the channel of a host, or otherwise the simulator. */
function socketWords(feeds: number, { host, open }: GuideChannel): { value: string; note: string } {
  if (feeds > 0) return { value: "Connected", note: plural(feeds, "live feed") };
  if (host === "") return { value: "Simulator", note: open ? "the guide's channel is open" : "no live feed or host is set" };
  return { value: open ? "Connected" : "Not connected", note: new URL(host).host };
}

/**
 * Current API activity on this device; values not measured yet, or without local meaning, are marked as samples.
 * @param channel the guide's channel on this page
 */
export function LiveFigures({ channel }: { channel: GuideChannel }) {
  const usage = useAtomValue(apiUsageAtom);
  const { provider } = useAtomValue(settingsAtom);
  const { live } = useAtomValue(feedActivityAtom);
  const feeds = [...live.values()].filter(({ state }) => state === "open").length;
  const uncalled = usage !== null && usage.latency === null;
  const used = uncalled ? SAMPLE.used : (usage?.keyed ?? 0);
  const limit = usage?.limit ?? LIMIT;
  return (
    <>
      <StatStrip label="System status">
        <Stat
          label="LLM Status"
          value={provider.endpoint === "" ? "Built-in" : "Active"}
          word
          note={provider.endpoint === "" ? "lexicon engine" : provider.model}
        />
        <Stat
          label="Model Latency"
          value={uncalled ? `${SAMPLE.latency}ms` : duration(usage?.latency)}
          sample={uncalled}
          note={usage?.latency == null ? "measured on the first call" : "median of the latest calls"}
        />
        <Stat label="WebSocket" {...socketWords(feeds, channel)} word />
      </StatStrip>
      <Panel
        title="Usage"
        note="this month, on this device"
        footer={usage ? `Resets on ${day(usage.resetAt)}. Calls without a key are not counted.` : "Counts calls with a key."}
      >
        <p className="mb-2">
          <span className="num font-medium text-figure">{count(used)}</span>{" "}
          <span className="text-muted">{`/ ${count(limit)} requests`}</span> {uncalled ? <SampleChip /> : null}
        </p>
        <Meter value={used} minValue={0} maxValue={limit} aria-label="Requests used this month">
          <div className="h-[5px] overflow-hidden rounded-full bg-line">
            <div className="h-full rounded-full bg-accent" style={{ width: `${100 * Math.min(1, used / limit)}%` }} />
          </div>
        </Meter>
      </Panel>
      <StatStrip label="Service figures">
        <Stat label="Model updates" value="every 6h" word sample note="this build computes on demand" />
        <Stat label="Requests" value="100k" unit="/ month" />
        <Stat label="Model types" value="8" sample />
        <Stat label="Next update" value="in 2h 15m" word sample note="updates come with the app" />
      </StatStrip>
    </>
  );
}
