import type { ReportBlock } from "../../../workers/report/types";

export const heading = (text: string): ReportBlock => ({ kind: "heading", level: 2, text, note: "" });
export const words = (text: string): ReportBlock => ({ kind: "text", text });
export const table = (head: string[], rows: string[][]): ReportBlock => ({ kind: "table", label: "", head, rows, note: "" });
