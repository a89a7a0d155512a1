// One line per export: what JavaScript may call of the module every screen loads.
export { archMoments } from "../kernels/arch-lm";
export { centreColumn, laggedProducts, squareColumn } from "../kernels/autocorrelation";
export { patternComplexity } from "../kernels/complexity";
export { describe } from "../kernels/describe";
export { drawInnovations, drawUniforms } from "../kernels/draw-innovations";
export { drawdown } from "../kernels/drawdown";
export { ema } from "../kernels/ema";
export { garchBackward } from "../kernels/garch-backward";
export { firstNonPositive, firstNotFinite, garchBackcast, garchColumns, garchMoments, garchStandardise, naturalLog } from "../kernels/garch-data";
export { garchDensityInformation } from "../kernels/garch-density";
export { garchForward, garchLogLikelihood } from "../kernels/garch-forward";
export { garchNextSlopes, garchProducts, garchProductsSize } from "../kernels/garch-information";
export { garchFinishForward, garchPrepare } from "../kernels/garch-state";
export { fourierSums, localWhittle, logAbsolute } from "../kernels/local-whittle";
export { magnitudes } from "../kernels/magnitudes";
export { momentum } from "../kernels/momentum";
export { nelsonIntegral, nelsonProduct, nelsonSum } from "../kernels/nelson-exponent";
export { mixBits } from "../kernels/parse-hash";
export { orderCount, orderGather, orderPlace, orderScatter, orderStart, orderUnique } from "../kernels/parse-order";
export { countDescents, countGaps, countJumps, countMissing, countNonPositive, countTies } from "../kernels/parse-quality";
export { parseList, parseTable } from "../kernels/parse-table";
export { prospectValues } from "../kernels/prospect-value";
export { pyramidBase, pyramidLevel } from "../kernels/pyramid";
export { logReturns, simpleReturns } from "../kernels/returns";
export { rollingVolatility } from "../kernels/rolling-volatility";
export { rsi } from "../kernels/rsi";
export { everyNth, selectRanks } from "../kernels/select-ranks";
export { signBiasMoments } from "../kernels/sign-bias";
export { sma } from "../kernels/sma";
export { standardiseReturns } from "../kernels/standardise-returns";
export { trend } from "../kernels/trend";
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
