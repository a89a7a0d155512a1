import { screenRecord } from "../../analysis/record";
import { exponentFigures } from "../../analysis/run-figures";
import type { LyapunovSettings } from "./settings";
import { isTested, type LyapunovRun } from "./use-lyapunov";

const screen = screenRecord<LyapunovSettings>("/lyapunov", ["column"]);
export const { shared } = screen;

export function record(run: LyapunovRun): Promise<void> {
  const { embedding } = run.value;
  return screen.record(run, {
    title: `Lyapunov, dimension ${embedding.dimension}, lag ${embedding.lag}`,
    data: { data: { series: run.series, text: run.text } },
    figures: exponentFigures(run.value, isTested(run)),
  });
}
