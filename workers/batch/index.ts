export { answerBatch, type Batch, type BatchAnswer, type Reader } from "./answer-batch";
export { columnOf, columnSources, seriesOf, type Table } from "./columns-of";
export { jobs } from "./jobs";
export { type Cell, flatRow, type Row } from "./output/flat-row";
export { rowsFromText, rowsToText } from "./output/rows-text";
export { cellAs, columnsOf, type TableColumn } from "./output/table";
export { failureWords, isFailed, totalsLine } from "./output/totals";
export { type Numbers, QUESTION_NAMES, type Question, type QuestionName, questions } from "./questions";
export { type ColumnSource, fileName, isAddress, nameOf, type ParquetSource, type Source, type Span, type TextSource } from "./source";
