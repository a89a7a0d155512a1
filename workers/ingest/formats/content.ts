import type { Cause, FileFormat, OpenedFile, Place } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { ReadOptions } from "../plan";
import type { UnsolvedColumn } from "../unsolved";
import type { TypedTable } from "./typed-table";

/** What is known of a text that a reader has written itself. */
export type Written = Pick<ReadOptions, "delimiter" | "decimal">;

/** A text as people write it, or that a reader has written; of a sheet also its columns of formulas without results. */
export interface TextContent {
  kind: "text";
  blob: Blob;
  written?: Written;
  unsolved?: readonly UnsolvedColumn[];
}

/** Content of a file, one layer opened. */
export type Content =
  | TextContent
  /** Columns as a program has typed them. */
  | { kind: "columns"; table: TypedTable }
  /** What was packed: its form is found out in its turn, unless it is known. */
  | { kind: "file"; blob: Blob; format?: FileFormat }
  /** Entries, sheets or tables, those most likely meant first. */
  | { kind: "parts"; names: string[]; open(name: string): Promise<Content> };

/** What can be read, or why a part of the file cannot, and how it was found. */
export type Found = { opened: OpenedFile } & (Exclude<Content, { kind: "file" | "parts" }> | { kind: "refused"; failure: Cause & Place });

/** Opens one layer of a file whose form is known; null where it only began like one, and is a text. @throws RefusedFile */
export type FormatReader = (blob: Blob, context: JobContext, label: string) => Promise<Content | null>;

/** Formats a reader stands for; any other file is read as text. */
export type ReadFormat = Exclude<FileFormat, "text">;
