import { DAY, type Series } from "../../../workers/contract";
import type { AlertRule } from "../../../workers/curiosity/alerts";
import { day, fixed, inUnit, percent, plural } from "../../lib/format.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { provenanceOf } from "./provenance";

function figure(value: number | null, unit: AlertRule["unit"]): string {
  if (value === null) return "—";
  if (unit === "fraction") return percent(value);
  if (unit === "entropy") return fixed(value, 3);
  if (unit === "steps") return fixed(value, 0);
  return inUnit(fixed(value, 1), unit === "deviations" ? "σ" : "");
}

/** Older data say little about the present. */
const STALE_DAYS = 30;

/** Data problems that may distort the figures, and the age of the latest row. */
function remarksOn({ quality, times, length, loadedAt }: Series): string[] {
  const dropped = quality.rowsRead - quality.rowsKept;
  const age = times ? Math.floor((loadedAt - times[length - 1]) / DAY) : 0;
  return [
    ...(dropped > 0 ? [`${plural(dropped, "row")} dropped`] : []),
    ...(quality.gaps > 0 ? [plural(quality.gaps, "gap")] : []),
    ...(quality.jumps.count > 0 ? [`${plural(quality.jumps.count, "step")} of more than ${percent(0.4, 0)}`] : []),
    ...(age > STALE_DAYS ? [`the latest row is ${plural(age, "day")} old (limit ${STALE_DAYS})`] : []),
  ];
}

const SIGN = { above: ">", below: "<", beyond: "beyond ±" } as const;

/** Triggered alerts as sentences, and every rule with value and limit. */
export function AlertsPanel({ run }: { run: CuriosityRun }) {
  const { rules, data } = run.value;
  const { times, length } = run.series;
  const remarks = remarksOn(run.series);
  const asOf = times ? `as of ${day(times[length - 1])}` : undefined;
  return (
    <Panel
      title="Alerts"
      note={asOf}
      actions={<InfoButton {...provenanceOf(run).alerts} />}
      flush
      footer={remarks.length > 0 ? `Data: ${remarks.join(", ")}.` : undefined}
    >
      <div className="px-3.5 py-3">
        {data.alerts.length === 0 ? (
          <p className="text-muted">No alerts: none of the {plural(rules.length, "rule")} exceeds its limit.</p>
        ) : (
          <ul aria-label="Raised alerts" className="flex flex-col gap-1.5">
            {data.alerts.map((text) => (
              <li key={text} className="flex gap-2">
                <span aria-hidden="true" className="text-warn">
                  ▲
                </span>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <DataTable
        label="Alert rules"
        rows={rules}
        rowKey={({ key }) => key}
        columns={[
          { id: "rule", header: "Rule", cell: ({ label }) => label, words: true },
          { id: "value", header: "Now", cell: ({ value, unit }) => figure(value, unit) },
          {
            id: "limit",
            header: "Limit",
            cell: ({ limit, unit, raisedWhen }) => `${SIGN[raisedWhen]} ${figure(limit, unit)}`,
          },
          {
            id: "state",
            header: "State",
            words: true,
            cell: ({ raised, value }) =>
              value === null ? (
                <span className="text-muted">not available</span>
              ) : (
                <span className="whitespace-nowrap">
                  <Verdict state={raised ? "caution" : "ok"}>{raised ? "Raised" : "Quiet"}</Verdict>
                </span>
              ),
            text: ({ raised, value }) => (value === null ? "not available" : raised ? "Raised" : "Quiet"),
          },
        ]}
      />
    </Panel>
  );
}
