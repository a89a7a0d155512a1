export { CURIOSITY_WEIGHTS } from "./constants";
export { jobs } from "./jobs";
export { curiosityOf } from "./score";
