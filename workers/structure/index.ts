export { type VolatilityClustering, volatilityClustering } from "./clustering";
export { compareFurther, type ProfileSoFar } from "./compare-further";
export { jobs } from "./jobs";
export { MIN_RETURNS } from "./jobs/measure-structure";
export { type LongMemory, longMemory } from "./long-memory";
export { type MatrixProfile, matrixProfile, profileOf } from "./matrix-profile";
export { permutationEntropy, rollingEntropy } from "./ordinal";
export { parts } from "./parts";
export { allPairs, type Diagonals, diagonalsOf, shareOf } from "./profile-order";
export { newestPath, type StructureKernels, takePath, takeSteps } from "./steps";
export { priceEfficiency, type VarianceRatio, varianceRatios } from "./variance-ratio";

/** Short vectors with known answers, fetched when they are run. */
export const selfTest = () => import("./self-test");
