export const columns = ({ most }: { most: number }) => `Choose from 1 to ${most.toLocaleString("en")} columns`;
export const limits = "Limits of the combined score must lie between 0 and 1, the one for Sell below the one for Buy";
export const indicatorPeriod = "The period of an indicator must be a whole number from 1 up";
export const replayStep = ({ length }: { length: number }) =>
  `The step must lie among the ${length.toLocaleString("en")} prices, with one before it`;
export const replayTooShort = ({ given }: { given: number }) => `A replay needs at least 20 prices; ${given.toLocaleString("en")} given`;
export const marketAndNewsRequired = "Both market data and news data are required";
