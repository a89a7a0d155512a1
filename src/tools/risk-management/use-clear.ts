import { useCallback } from "react";
import type { SeriesSource } from "../../data/use-series-source";
import { toast } from "../../ui/toast-queue.ts";
import type { BudgetControl } from "./use-budget";
import type { ContributionsControl } from "./use-contributions";
import type { RiskControl } from "./use-risk";

const UNDO_FOR = 10_000;

/** Empties a field; the answer puts back what stood there. */
function emptied(source: SeriesSource): () => void {
  const { text, series, loaded } = source;
  const hash = loaded ? (series?.hash ?? null) : null;
  source.clear();
  return () => (hash ? source.takeDataset(hash) : source.setText(text));
}

interface Parts {
  sources: readonly SeriesSource[];
  risk: RiskControl;
  contributions: ContributionsControl;
  budget: BudgetControl;
}

/** Clears data fields and results, with ten seconds to think better of it. Settings and loaded series stay. */
export function useClear({ sources, risk, contributions, budget }: Parts): (() => void) | null {
  const clear = useCallback(() => {
    const before = [risk.shown, contributions.shown, budget.shown] as const;
    const putBack = sources.map(emptied);
    risk.clear();
    contributions.cancel();
    budget.cancel();
    contributions.restore(null);
    budget.restore(null);
    toast.info("Data and results cleared", {
      detail: "Settings and loaded series stay.",
      duration: UNDO_FOR,
      action: {
        label: "Undo",
        onChoose: () => {
          for (const restore of putBack) restore();
          risk.restore(before[0]);
          contributions.restore(before[1]);
          budget.restore(before[2]);
        },
      },
    });
  }, [sources, risk, contributions, budget]);
  const nothing = sources.every(({ empty }) => empty) && !risk.shown && !contributions.shown && !budget.shown;
  return nothing ? null : clear;
}
