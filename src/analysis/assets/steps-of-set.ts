import { stepsPerYearOf } from "../../state/use-steps-per-year";
import type { AssetSet, AssetSettings } from "./asset-set";

/** Steps per year of a set: those of the screen, else by the user's setting; where the data says it, a table of its own does. */
export const stepsOfSet = ({ series }: AssetSet, { assetsFrom, perYear }: AssetSettings & { perYear: number | null }): number =>
  perYear ?? stepsPerYearOf(assetsFrom === "dataset" ? series[0] : null);
