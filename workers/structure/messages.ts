export const entropyOrder = "The order of the patterns must be a whole number from 3 to 7, their delay one from 1 to 1,000";
export const entropyWindow = "The window of the entropy must be a whole number from the order + 1 to 65,536";
export const shapeWindow =
  "The window of the shapes must be a whole number from 4 to 10,000 (or 0 for none), their reach one from 1 to 100,000";
export const tooFew = ({ given }: { given: number }) =>
  `at least 30 returns are needed to measure structure, ${given.toLocaleString("en")} given`;
