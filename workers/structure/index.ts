export { type VolatilityClustering, volatilityClustering } from "./clustering";
export { compareFurther, type ProfileSoFar } from "./compare-further";
export type { GpuProfile } from "./gpu/compare-on-gpu";
export { jobs } from "./jobs";
export { MIN_RETURNS } from "./jobs/measure-structure";
export { type LongMemory, longMemory } from "./long-memory";
export { type MatrixProfile, matrixProfile, profileOf } from "./matrix-profile";
export { permutationEntropy, rollingEntropy } from "./ordinal";
export { parts } from "./parts";
export { allPairs, blocksOf, type Diagonals, diagonalsOf, shareOf } from "./profile-order";
export { newestPath, type StructureKernels, takePath, takeSteps } from "./steps";
export { priceEfficiency, type VarianceRatio, varianceRatios } from "./variance-ratio";

/** The comparison on a graphics processor, loaded where one may be available. */
export const onGpu = () => import("./gpu/compare-on-gpu");

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
