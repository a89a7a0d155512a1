/** Every text a person can be shown when something fails, in one place. The wording is the product specification's where it has one. */
export const messages = {
  enterMarketData: "Please enter market data",
  crashed: "The computation stopped unexpectedly. Your data is safe: run it again.",
  cancelled: "Cancelled",
  tooLarge: "This needs more memory than the browser allows. Try a shorter series.",
} as const;
