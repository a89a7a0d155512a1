export const annualization = "The number of steps per year must be above 0";
export const seed = "The seed must be a number";
