// One line per export: chaos analysis and the routines it builds on.
export { falseNeighbors, mutualInformation, rankClasses } from "../kernels/chaos/choose-embedding";
export { divergenceAdd, divergenceCurve, divergenceStart } from "../kernels/chaos/divergence";
export { kantzAdd } from "../kernels/chaos/kantz";
export { logisticMap, lorenzFlow } from "../kernels/chaos/known-systems";
export { neighborsDiagonal } from "../kernels/chaos/neighbors-diagonal";
export { neighborsTree, treeVisited } from "../kernels/chaos/neighbors-tree";
export { rangeAsymmetry } from "../kernels/chaos/range-asymmetry";
export { searchCopy, searchStart } from "../kernels/chaos/search";
export { sortOrder, sortOrderBytes } from "../kernels/chaos/sort-order";
export { firstBelow, spectrumPower } from "../kernels/chaos/spectrum";
export { assignRanks, gatherOrder, matchAmplitudes, shuffle, spectrumAmplitudes } from "../kernels/chaos/surrogate";
export { treeBuild, treeBytes, treeStart } from "../kernels/chaos/tree";
export { zeroOneCorrelation, zeroOneDisplacement, zeroOneFrequency, zeroOneMean, zeroOnePath } from "../kernels/chaos/zero-one";
export { fftStart, fftStep } from "../lib/fft";
export { fftBytes, fftPlan } from "../lib/fft-plan";
export { staticEnd } from "../lib/static-end";
