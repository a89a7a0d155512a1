export { jobs } from "./jobs";
export { estimateLyapunov, type LyapunovEstimate } from "./jobs/estimate-lyapunov";
export { parts } from "./parts";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
