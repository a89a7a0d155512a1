export const nothingToExport = "There is nothing to save yet";
