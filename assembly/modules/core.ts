// One line per export: what JavaScript may call of the module every screen loads.
export { archMoments } from "../kernels/structure/arch-lm";
export { centerColumn, laggedProducts, squareColumn } from "../kernels/numerics/autocorrelation";
export { patternComplexity } from "../kernels/structure/complexity";
export { describe } from "../kernels/numerics/describe";
export { drawInnovations, drawUniforms } from "../kernels/volatility/draw-innovations";
export { drawdown } from "../kernels/risk/drawdown";
export { ema } from "../kernels/engine/ema";
export { garchAdjoints, garchBackward } from "../kernels/volatility/garch-backward";
export { garchCurvature } from "../kernels/volatility/garch-curvature";
export { firstNonPositive, firstNotFinite, garchColumns, garchMoments, garchStandardize, naturalLog } from "../kernels/volatility/garch-data";
export { garchDensityInformation } from "../kernels/volatility/garch-density";
export { garchForward, garchLogLikelihood } from "../kernels/volatility/garch-forward";
export { garchNextSlopes, garchProducts, garchProductsSize } from "../kernels/volatility/garch-information";
export { garchFinishForward, garchPrepare } from "../kernels/volatility/garch-state";
export { magnitudes } from "../kernels/series/magnitudes";
export { momentum } from "../kernels/engine/momentum";
export { mixBits } from "../kernels/ingest/parse-hash";
export { orderCount, orderGather, orderPlace, orderScatter, orderStart, orderUnique } from "../kernels/ingest/parse-order";
export { countDescents, countGaps, countJumps, countMissing, countNonPositive, countTies } from "../kernels/ingest/parse-quality";
export { parseList, parseTable } from "../kernels/ingest/parse-table";
export { pyramidBase, pyramidLevel, pyramidSums } from "../kernels/charts/pyramid";
export { logReturns, simpleReturns } from "../kernels/series/returns";
export { rollingVolatility } from "../kernels/engine/rolling-volatility";
export { rsi } from "../kernels/engine/rsi";
export { everyNth, selectRanks } from "../kernels/numerics/select-ranks";
export { sma } from "../kernels/engine/sma";
export { standardizeReturns } from "../kernels/series/standardize-returns";
export { trend } from "../kernels/engine/trend";
export { arenaMark, arenaRelease, arenaTake } from "../lib/arena";
export { decimalPowers } from "../lib/decimal";
export { gedCdf, gedLogDensity, gedQuantile } from "../lib/distributions-ged";
export { skewedTCdf, skewedTLogDensity, skewedTQuantile, skewedTScale, skewedTShift } from "../lib/distributions-skewed-t";
export {
  studentCdf,
  studentQuantile,
  unitStudentCdf,
  unitStudentLogConstant,
  unitStudentLogDensity,
  unitStudentQuantile,
} from "../lib/distributions-t";
export { rngJump, rngNext, rngSeed } from "../lib/rng";
export { erf, erfc, normalCdf, normalQuantile, normalTwoSided } from "../lib/special-error";
export { digamma, logGamma } from "../lib/special-gamma";
export { chiSquaredTail, gammaP, gammaQ, incompleteBeta, logBeta } from "../lib/special-incomplete";
export { staticEnd } from "../lib/static-end";
