import { screenRecord } from "../../analysis/record";
import type { LyapunovSettings } from "./settings";
import { isTested, type LyapunovRun } from "./use-lyapunov";

const screen = screenRecord<LyapunovSettings>("/lyapunov", ["column"]);
export const { shared } = screen;

export function record(run: LyapunovRun): Promise<void> {
  const { lyapunov_exponent: exponent, behavioral_metrics: metrics, embedding, surrogates } = run.value;
  return screen.record(run, {
    title: `Lyapunov, dimension ${embedding.dimension}, lag ${embedding.lag}`,
    data: { data: { series: run.series, text: run.text } },
    figures: [
      { label: "Lyapunov Exponent", value: exponent ?? "—", unit: "per step" },
      ...(isTested(run) ? [{ label: "Surrogate p", value: surrogates.p, unit: "" }] : []),
      { label: "Loss Aversion", value: metrics.loss_aversion ?? "—", unit: "" },
      { label: "Price Efficiency", value: metrics.price_efficiency ?? "—", unit: "" },
      { label: "Volatility Clustering", value: metrics.volatility_clustering ?? "—", unit: "" },
    ],
  });
}
