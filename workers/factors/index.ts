export type { FactorKernels } from "./columns";
export { jobs } from "./jobs";
export { parts } from "./parts";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
