export { jobs } from "./jobs";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
export { parts } from "./parts";
export { validateStrategy } from "./validate-strategy";
