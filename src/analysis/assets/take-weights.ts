import { toast } from "../../ui/toast-queue.ts";
import type { AssetSettings } from "./asset-set";

type Weights = AssetSettings["weights"];

/** Sets current weights, in percent by asset, with a toast to undo it. */
export function takeWeights(weights: Weights, before: Weights, change: (changes: { weights: Weights }) => void): void {
  change({ weights });
  toast.info("Current weights updated", { action: { label: "Undo", onChoose: () => change({ weights: before }) } });
}
