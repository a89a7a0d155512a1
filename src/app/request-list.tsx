import { useSyncExternalStore } from "react";
import type { LoggedRequest } from "../../workers/contract";
import { requestsMeter } from "../client/request-log";
import { bytes, count, plural, secondsTime } from "../lib/format.ts";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FactList } from "../ui/fact-list.tsx";

const COLUMNS: TableColumn<LoggedRequest>[] = [
  { id: "at", header: "When", cell: ({ at }) => secondsTime(at), sortBy: ({ at }) => at },
  { id: "method", header: "Method", cell: ({ method }) => method },
  { id: "sent", header: "Sent", cell: ({ sent }) => (sent === null ? "unknown" : bytes(sent)), sortBy: ({ sent }) => sent },
  { id: "host", header: "Host", cell: ({ host }) => host },
  { id: "answered", header: "Answered by", cell: ({ answeredHere }) => (answeredHere ? "this device" : "the host") },
  { id: "path", header: "Path", cell: ({ path }) => path, words: true },
];

/** Every request since the page was opened, and which hosts none of them can reach. */
export function RequestList({ onClose }: { onClose: () => void }) {
  const { listed, count: all, sent, unknown, controlled, allowed } = useSyncExternalStore(requestsMeter.subscribe, requestsMeter.read);
  const others = new Set(listed.map(({ host }) => host).filter((host) => host !== location.host));
  const none = sent === 0 && !unknown;
  return (
    <Dialog title={none ? "Nothing has left this device" : "What has left this device"} onClose={onClose} wide>
      <FactList
        facts={[
          {
            name: "Sent since this page was opened",
            value: unknown ? `${bytes(sent)}, plus requests of unknown size` : bytes(sent),
          },
          {
            name: "Requests",
            value: `${plural(all, "request")}, ${others.size === 0 ? "none to another host" : `also to ${[...others].join(", ")}`}`,
          },
          { name: "Other hosts allowed", value: allowed.length === 0 ? "none" : allowed.join(", ") },
        ]}
      />
      <p className="my-3 text-muted text-small">
        {controlled
          ? "Counted by the service worker, which handles every request of the page and its threads; sockets count once opened."
          : "The service worker does not control this page (first visit or private window): requests of the page and the service worker are counted, those of its threads are not."}{" "}
        App files come from {location.host}; these requests carry no data. The page's security policy blocks every host not listed as
        allowed.
      </p>
      <DataTable label="Requests" columns={COLUMNS} rows={listed} rowKey={({ id }) => id} copyable empty="No requests yet" height={320} />
      {all > listed.length ? <p className="mt-2 text-muted text-small">The latest {count(listed.length)} are listed.</p> : null}
    </Dialog>
  );
}
