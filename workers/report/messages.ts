import { count } from "../format";

export const nothingToExport = "There is nothing to save yet";
export const tableTooLargeForExcel = ({ rows, columns }: { rows: number; columns: number }) =>
  `An Excel sheet cannot hold ${count(rows)} rows and ${count(columns)} columns: save the table as CSV, Parquet or Arrow`;
