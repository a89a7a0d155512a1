import { memo } from "react";
import { count, percent } from "../../lib/format.ts";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { provenanceOf } from "./provenance";
import type { ValidationRun } from "./use-validation";

/** The specification's three cards, each with what it rests on. */
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
        note={without ?? (metrics?.robustness === null ? "not available: no gain in sample" : "of the return in sample is left")}
        info={about.robustness}
      />
      <Stat
        label="Consistency"
        value={percent(metrics?.consistency)}
        note={
          without ??
          (interval &&
            `of windows gained; 95% interval ${percent(interval[0], 0)} to ${percent(interval[1], 0)}, as from ${count(walkForward?.independentWindows)} that do not overlap`)
        }
        info={about.consistency}
      />
      <Stat
        label="Statistical Significance"
        value={percent(metrics?.significance)}
        note={
          without ??
          (metrics?.significance === null ? "not available: the returns do not vary" : "1 − p of a mean return out of sample above 0")
        }
        info={about.significance}
      />
    </StatStrip>
  );
});
