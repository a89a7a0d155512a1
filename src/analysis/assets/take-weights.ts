import { toast } from "../../ui/toast-queue.ts";
import type { AssetSettings } from "./asset-set";

type Weights = AssetSettings["weights"];

/** Makes weights those held now, in percent by asset; one press takes it back. */
export function takeWeights(weights: Weights, before: Weights, change: (changes: { weights: Weights }) => void): void {
  change({ weights });
  toast.info("Current weights updated", { action: { label: "Undo", onChoose: () => change({ weights: before }) } });
}
