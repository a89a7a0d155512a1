import { fixed, isoDayOrDash, percent } from "../../lib/format.ts";
import { notices } from "../../state/notices";
import { notifySystem } from "../../state/notify-system";
import { passedLimits } from "./risk-warning";
import type { RiskSettings } from "./settings";
import type { ContributionsRun } from "./use-contributions";
import type { RiskRun } from "./use-risk";

const PATH = "/risk-management";
const REPORT = "Daily Risk Report";
/** Drift in weight from which it is reported; the specification's rebalancing threshold. */
const DRIFT = 0.05;

const today = () => isoDayOrDash(Date.now());

/** Adds an alert unless it has already been added today. */
function addAlert(title: string, detail: string): void {
  const isKnown = notices
    .read()
    .some((notice) => notice.title === title && notice.detail === detail && isoDayOrDash(notice.at) === today());
  if (isKnown) return;
  notices.add({ kind: "alert", title, detail, path: PATH });
  if (document.visibilityState === "hidden") void notifySystem(title, detail);
}

/** Whether today's report has been added. */
export const reportedToday = (): boolean => notices.read().some(({ title, at }) => title === REPORT && isoDayOrDash(at) === today());

/** The alerts triggered by a finished analysis. */
export function alertsOfAnalysis({ value: report, series }: RiskRun, { thresholdAlerts, dailyReport }: RiskSettings): void {
  if (thresholdAlerts && report.riskWarning) addAlert("Risk Threshold Alert", `${series.name}: ${passedLimits(report).join(" ")}`);
  if (dailyReport && !reportedToday()) {
    const figures = [
      `max drawdown ${percent(report.maxDrawdown / 100, 2)}`,
      `value at risk ${percent(report.var, 2)}`,
      `Sharpe ratio ${fixed(report.metrics.sharpe.value, 2)}`,
      `volatility ${percent(report.metrics.volatility.value, 2)}`,
    ];
    addAlert(REPORT, `${series.name}: ${figures.join(", ")}${report.riskWarning ? "; a limit is exceeded" : ""}`);
  }
}

/** Alerts on weights that have drifted from their targets. */
export function alertsOfContributions({ value: measured, set }: ContributionsRun, { rebalancingAlerts }: RiskSettings): void {
  if (!rebalancingAlerts) return;
  const drifted = measured.assets.flatMap(({ name, weight }, i) => {
    const now = measured.drift.weights[i];
    return Math.abs(now - weight) >= DRIFT ? [`${name} ${percent(now, 1)} instead of ${percent(weight, 1)}`] : [];
  });
  if (drifted.length > 0) addAlert("Portfolio Rebalancing", `${set.name}: ${drifted.join(", ")}`);
}
