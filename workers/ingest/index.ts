export { parseDate } from "./date-format";
export { jobs } from "./jobs";
export { readSeries } from "./jobs/read-series";
export { Markup, type MarkupEvents } from "./markup";
export * as ingestTexts from "./messages";
export { BinaryFile } from "./text-source";
export { wholeText } from "./whole-text";
