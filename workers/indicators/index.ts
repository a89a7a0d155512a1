export { jobs } from "./jobs";
