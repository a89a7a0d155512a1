// One line per export: indicators that charts draw over a price.
export { addScaled } from "../kernels/indicators/add-scaled";
export { highestOf, lowestOf, placeWithin } from "../kernels/indicators/channel";
export { directional } from "../kernels/indicators/directional";
export { averageTrueRange } from "../kernels/indicators/true-range";
export { onBalanceVolume, volumePrice } from "../kernels/indicators/volume-price";
export { weightedMean } from "../kernels/indicators/weighted-mean";
export { staticEnd } from "../lib/static-end";
