export const failed = ({ cause }: { cause: string }) => `Data processing failed: ${cause}`;
export const nothing = "No valid data patterns found in input.";
export const balance = "the starting balance must be above 0";
