export const annualization = "Steps per year must be above 0";
export const seed = "The seed must be a whole number from 0 to 2⁵³ − 1";
