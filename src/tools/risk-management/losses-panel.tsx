import { modelLabel } from "../../../workers/volatility/schema";
import { type Estimate, intervalText } from "../../analysis/intervals/interval-words";
import { percent, plain, significant } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import { type Method, methodLabel } from "./settings";
import type { RiskRun } from "./use-risk";

interface Row {
  method: Method | "student" | "ewma" | "garch" | "model";
  label: string;
  loss: Estimate;
  shortfall: Estimate;
}

const single = (value: number): Estimate => ({ value, lower: null, upper: null, interval: null, reason: null });

const missing = (reason: string): Estimate => ({ ...single(0), value: null, reason });
const FEW = "not available: needs 100 returns that vary";
const STOPPED = "not available: the model does not converge";

function rowsOf({ value: { losses, monteCarlo, filtered, byModel }, settings: { volatilityModel } }: RiskRun): Row[] {
  const none = missing(filtered ? STOPPED : FEW);
  const pair = (of: { valueAtRisk: number; shortfall: number } | null | undefined) =>
    of ? { loss: single(of.valueAtRisk), shortfall: single(of.shortfall) } : { loss: none, shortfall: none };
  const label = (method: Method) => methodLabel(method).replace(" VaR", "");
  return [
    { method: "historical", label: label("historical"), loss: losses.historicalVar, shortfall: losses.historicalShortfall },
    { method: "parametric", label: label("parametric"), loss: losses.parametricVar, shortfall: losses.parametricShortfall },
    { method: "cornish-fisher", label: label("cornish-fisher"), loss: losses.cornishFisherVar, shortfall: losses.cornishFisherShortfall },
    { method: "student", label: "Student's t, exact", loss: losses.studentVar, shortfall: losses.studentShortfall },
    { method: "monte-carlo", label: label("monte-carlo"), loss: single(monteCarlo.valueAtRisk), shortfall: single(monteCarlo.shortfall) },
    { method: "ewma", label: "EWMA, next step", ...pair(filtered?.ewma) },
    { method: "garch", label: "GARCH-filtered, next step", ...pair(filtered?.garch) },
    ...(volatilityModel && byModel?.losses
      ? [{ method: "model" as const, label: `${modelLabel(volatilityModel)}, next step`, ...pair(byModel.losses) }]
      : []),
  ];
}

/** Value at risk and expected shortfall by every method, with intervals. */
export function LossesPanel({ run, preliminary }: { run: RiskRun; preliminary: boolean }) {
  const { value: report } = run;
  const { monteCarlo, student, settings } = report;
  const share = (value: number) => percent(value, 2);
  const conditional = (row: Row) => row.method === "ewma" || row.method === "garch" || row.method === "model";
  const interval = (row: Row) =>
    conditional(row)
      ? (row.loss.reason ?? "—")
      : row.method === "monte-carlo"
        ? `± ${percent(monteCarlo.error, 2)}`
        : intervalText(row.loss, share, preliminary);
  const columns: TableColumn<Row>[] = [
    {
      id: "method",
      header: "Method",
      cell: ({ method, label }) =>
        method === settings.method ? (
          <strong className="font-semibold">
            {label}
            <span className="font-normal text-muted">, chosen</span>
          </strong>
        ) : (
          label
        ),
      text: ({ label }) => label,
    },
    { id: "var", header: "VaR", cell: ({ loss }) => percent(loss.value, 2) },
    { id: "interval", header: "95% interval", cell: interval },
    { id: "shortfall", header: "ES", cell: ({ shortfall }) => percent(shortfall.value, 2) },
  ];
  const notes = [
    student ? `Student's t has ${significant(student.nu, 3)} degrees of freedom.` : null,
    `Monte Carlo: ${plain(monteCarlo.draws)} draws, seed ${plain(monteCarlo.seed)}; ± is the simulation error.`,
    report.filtered
      ? `EWMA (0.94) and GARCH(1,1) on the latest ${plain(report.filtered.returns)} returns are for next-step volatility, without an interval.`
      : null,
    report.cornishFisherValid
      ? null
      : "Skewness and kurtosis are outside the valid range of the Cornish–Fisher expansion: do not rely on it.",
  ];
  return (
    <Panel
      title="Value at risk by method"
      note={`${percent(settings.confidenceLevel, 0)}, one step`}
      actions={<InfoButton {...provenanceOf(run).losses} />}
      footer={notes.filter(Boolean).join(" ")}
      flush
    >
      <DataTable label="Value at risk by method" columns={columns} rows={rowsOf(run)} rowKey={({ method }) => method} />
    </Panel>
  );
}
