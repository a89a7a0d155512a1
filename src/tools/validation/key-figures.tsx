import { memo } from "react";
import { percent, plural } from "../../lib/format.ts";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { ValidationRun } from "./use-validation";

/** The specification's three cards, each with its basis. */
export const KeyFigures = memo(function KeyFigures({ run }: { run: ValidationRun }) {
  const { walkForward, walkForwardReason } = run.value;
  const about = provenanceOf(run);
  const without = walkForwardReason ?? undefined;
  const metrics = walkForward?.metrics;
  const interval = walkForward?.consistencyInterval;
  return (
    <StatStrip label="Validation metrics">
      <Stat
        label="Robustness"
        value={percent(metrics?.robustness)}
        note={without ?? (metrics?.robustness === null ? "not available: no gain in sample" : "of the in-sample return retained")}
        info={about.robustness}
      />
      <Stat
        label="Consistency"
        value={percent(metrics?.consistency)}
        note={
          without ??
          (interval &&
            `of windows profitable; 95% interval ${percent(interval[0], 0)} to ${percent(interval[1], 0)} (${plural(walkForward?.independentWindows ?? 0, "independent window")})`)
        }
        info={about.consistency}
      />
      <Stat
        label="Statistical Significance"
        value={percent(metrics?.significance)}
        note={
          without ??
          (metrics?.significance === null ? "not available: the returns do not vary" : "1 − p for a positive mean out-of-sample return")
        }
        info={about.significance}
      />
    </StatStrip>
  );
});
