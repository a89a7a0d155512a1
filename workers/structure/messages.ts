import { count } from "../format";

export const entropyOrder = "The pattern order must be a whole number from 3 to 7, the delay from 1 to 1,000";
export const entropyWindow = "The entropy window must be a whole number from order + 1 to 65,536";
export const shapeWindow =
  "The matrix profile window must be a whole number from 4 to 10,000 (or 0 for none), its reach from 1 to 1,048,576";
export const tooFew = ({ given }: { given: number }) => `at least 30 returns are needed to measure structure, ${count(given)} given`;
