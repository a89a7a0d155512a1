import type { VarianceModel } from "../garch-model";
import { aparch } from "./aparch";
import { egarch } from "./egarch";
import { ewma } from "./ewma";
import { figarch } from "./figarch";
import { garch } from "./garch";
import { gjr } from "./gjr";
import { har } from "./har";
import type { VolatilityModel } from "./volatility-model";

/** One line per volatility model. */
export const models: Readonly<Record<VarianceModel, VolatilityModel>> = { garch, gjr, egarch, aparch, ewma, figarch, har };
