// One line per export: order, efficiency, scaling and recurring shapes of a series.
export { efficiencyRatio } from "../kernels/structure/efficiency-ratio";
export { fourierSums, localWhittle, logAbsolute } from "../kernels/structure/local-whittle";
export { largestIndex, profileDiagonals, profileDistances, profileMerge } from "../kernels/structure/matrix-profile";
export { profileRecheck, profileScan, profileShapes } from "../kernels/structure/profile-candidates";
export { profileRestarts, profileWindows } from "../kernels/structure/profile-windows";
export { ordinalCodes } from "../kernels/structure/ordinal-codes";
export { ordinalCount, ordinalEntropy, rollingOrdinalEntropy, shuffledEntropies } from "../kernels/structure/ordinal-entropy";
export { cumulate, laggedSquares, lineThrough, rulerLength } from "../kernels/structure/path";
export { detrendedSquares, expectedRescaledRange, rescaledRange } from "../kernels/structure/scaling";
export { rankWithin, studentSurprise } from "../kernels/structure/surprise";
export { staticEnd } from "../lib/static-end";
