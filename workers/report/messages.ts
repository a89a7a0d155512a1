import { plural } from "../format";

export const nothingToExport = "There is nothing to save yet";
export const tableTooLargeForExcel = ({ rows, columns }: { rows: number; columns: number }) =>
  `An Excel sheet cannot hold ${plural(rows, "row")} and ${plural(columns, "column")}: save the table as CSV, Parquet or Arrow`;
