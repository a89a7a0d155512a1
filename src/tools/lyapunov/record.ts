import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";
import type { RunToRecord } from "../../state/run-to-record";
import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import type { LyapunovSettings } from "./settings";
import type { LyapunovRun } from "./use-lyapunov";

const SCREEN = "/lyapunov";

/** Settings that say nothing about the data: the name of a column does. */
const sharedSettings = ({ column: _, ...settings }: LyapunovSettings): Omit<LyapunovSettings, "column"> => settings;

interface Asked {
  input: JobInput<Jobs, "estimate-lyapunov">;
  /** What stood in the data field. */
  text: string;
  startedAt: number;
  millis: number;
}

function runOf({ series, settings, estimate }: LyapunovRun, { input, text, startedAt, millis }: Asked): RunToRecord {
  const { lyapunov_exponent: exponent, behavioral_metrics: metrics, embedding, surrogates } = estimate;
  return {
    screen: SCREEN,
    title: `Lyapunov, dimension ${embedding.dimension}, lag ${embedding.lag}`,
    job: "estimate-lyapunov",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value: estimate },
    figures: [
      { label: "Lyapunov Exponent", value: exponent ?? "—", unit: "per step" },
      { label: "Surrogate p", value: surrogates.p, unit: "" },
      { label: "Loss Aversion", value: metrics.loss_aversion ?? "—", unit: "" },
      { label: "Price Efficiency", value: metrics.price_efficiency ?? "—", unit: "" },
      { label: "Volatility Clustering", value: metrics.volatility_clustering ?? "—", unit: "" },
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: { column: settings.column },
  };
}

/** Writes a finished run into the list of runs; nobody waits for it. */
export const record = (run: LyapunovRun, asked: Asked): Promise<void> => recordRun(runOf(run, asked));

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = ({ settings }: LyapunovRun): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
