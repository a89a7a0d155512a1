export { chartApi } from "./chart-views";
