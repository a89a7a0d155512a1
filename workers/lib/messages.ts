/** Every text a person can be shown when something fails, in one place. The wording is the product specification's where it has one. */
export const messages = {
  enterMarketData: "Please enter market data",
  crashed: "The computation stopped unexpectedly. Your data is safe: run it again.",
  cancelled: "Cancelled",
  tooLarge: "This needs more memory than the browser allows. Try a shorter series.",
  csvFailed: (reason: string) => `CSV processing failed: ${reason}`,
  csvInvalid: "Invalid CSV format",
  csvNotCsv: "Please upload a CSV file",
  csvTooShort: "CSV must contain at least 2 valid price points",
  fileUnreadable: "Failed to read file",
  marketDataTooShort: "At least 2 market data points required",
  quoteUnclosed: "a quoted field is never closed",
} as const;
