export const enterMarketData = "Please enter market data";
export const csvFailed = ({ cause }: { cause: string }) => `CSV processing failed: ${cause}`;
export const csvInvalid = "Invalid CSV format";
export const csvNotCsv = "Please upload a CSV file";
export const selectFileFirst = "Please select a file first";
export const csvTooShort = "CSV must contain at least 2 valid price points";
export const fileUnreadable = "Failed to read file";
export const marketDataTooShort = "At least 2 market data points required";
export const quoteUnclosed = "a quoted field is never closed";
