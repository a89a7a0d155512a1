export { type Cell, flatRow, type Row } from "./output/flat-row";
export { rowsFromText, rowsToText } from "./output/rows-text";
export { cellAs, columnsOf, type TableColumn } from "./output/table";
export { choose, type Numbers, QUESTION_NAMES, type Question, type QuestionName, questions, type Subjects } from "./questions";
export { fileName, isAddress, nameOf, type ParquetSource, type Source, type Span, type TextSource } from "./source";
