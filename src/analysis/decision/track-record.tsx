import type { Replay } from "../../../workers/engine/replay";
import type { TrackRecord as Tally } from "../../../workers/engine/tally";
import type { Action } from "../../../workers/engine/types";
import { count, percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ActionMark } from "./action-mark.tsx";

interface Row {
  name: Action | "Always in";
  record: Tally;
}

const intervalText = ([low, high]: readonly [number, number]): string => `${percent(low, 0)}–${percent(high, 0)}`;

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    id: "action",
    header: "Action",
    cell: ({ name }) =>
      name === "Always in" ? <span className="whitespace-nowrap text-muted">{name}</span> : <ActionMark action={name} />,
    text: ({ name }) => name,
  },
  { id: "count", header: "Signals", cell: ({ record }) => count(record.count) },
  {
    id: "hit",
    header: "Hit rate, 95%",
    cell: ({ record: { hitRate, interval } }) =>
      interval ? (
        <>
          {percent(hitRate)} <span className="text-muted">{intervalText(interval)}</span>
        </>
      ) : (
        percent(hitRate)
      ),
    text: ({ record: { hitRate, interval } }) => (interval ? `${percent(hitRate)} ${intervalText(interval)}` : percent(hitRate)),
  },
  { id: "mean", header: "Mean return", cell: ({ record }) => percent(record.meanReturn, 2) },
];

/** What the same rules would have decided at every earlier step of this series, and the forward returns. */
export function TrackRecord({ replay, wide }: { replay: Replay; wide: boolean }) {
  const { actions, benchmark, horizon, decisions } = replay;
  const rows: Row[] = [
    { name: "Buy", record: actions.Buy },
    { name: "Sell", record: actions.Sell },
    { name: "Hold", record: actions.Hold },
    { name: "Always in", record: benchmark },
  ];
  return (
    <Panel
      title="Track record"
      note={`${plural(decisions, "decision")} on this series`}
      actions={
        <InfoButton
          title="Track record"
          formula="The rules are applied at every earlier step, using only prices up to that step; a hit is a rise after Buy or a fall after Sell."
          settings={[
            ["Horizon", `${horizon} steps`],
            ["News", "neutral: that of earlier days is unknown"],
            ["Interval", "Wilson, 95%, from non-overlapping horizons"],
          ]}
          n={plural(decisions, "decision")}
          source="Wilson (1927)"
          differs="Before costs. Past performance does not guarantee future results."
        />
      }
      flush
      className={wide ? "@min-[620px]:col-span-2" : ""}
      footer={`Forward returns over ${horizon} steps. Compare with Always in: in a rising market every Buy looks good.`}
    >
      <DataTable label="Track record on this series" columns={COLUMNS} rows={rows} rowKey={(row) => row.name} />
    </Panel>
  );
}
