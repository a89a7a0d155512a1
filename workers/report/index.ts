export { jobs } from "./jobs";
export type { ExportColumn } from "./jobs/export-table";
export { reportData } from "./jobs/write-report";
export { type WrittenScript, writeScript } from "./jobs/write-script";
export { type WriteTableInput, writeTable } from "./jobs/write-table";
export {
  blockHtml,
  DATA_BEGIN,
  datasetBegin,
  frameParts,
  PAGE_BEGIN,
  type PagePart,
  pageHtml,
  plainText,
  resultOf,
  SIGNATURE_BEGIN,
  TEMPLATE_END,
} from "./page";
export type { ScriptInput, ScriptSetting } from "./scripts/script";
export { CSV_STYLES, type CsvStyle, csvNumber, csvText } from "./table-text";
export { type ParquetColumn, ParquetColumns, type ParquetGroup } from "./tables/parquet-columns";
export type { Evidence, ReportBlock, ReportContent } from "./types";
