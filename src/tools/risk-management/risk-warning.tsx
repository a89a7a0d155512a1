import { percent } from "../../lib/format.ts";
import type { RiskReport } from "./use-risk";

/** The breached limits as text; empty if there are none. */
export function passedLimits({ maxDrawdown, var: loss, settings }: RiskReport): string[] {
  const found: string[] = [];
  if (maxDrawdown > settings.maxDrawdown) {
    found.push(`The maximum drawdown of ${percent(maxDrawdown / 100, 2)} exceeds the limit of ${percent(settings.maxDrawdown / 100, 2)}.`);
  }
  if (loss > settings.varThreshold) {
    found.push(`The value at risk of ${percent(loss, 2)} exceeds the threshold of ${percent(settings.varThreshold, 2)}.`);
  }
  return found;
}

/** The specification's warning, shown if a limit was breached. */
export function RiskWarning({ report }: { report: RiskReport }) {
  if (!report.riskWarning) return null;
  return (
    <section aria-labelledby="risk-warning" className="rounded-[8px] border border-warn/50 bg-warn/8 px-3.5 py-2.5">
      <h2 id="risk-warning" className="font-semibold text-data">
        <span aria-hidden="true" className="text-warn">
          ▲{" "}
        </span>
        Risk Warning
      </h2>
      <ul className="mt-1 flex flex-col gap-0.5">
        {passedLimits(report).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
