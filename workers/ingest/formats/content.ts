import type { Cause, FileFormat, OpenedFile, Place } from "../../contract";
import type { JobContext } from "../../runtime/job";

/** What a file holds, one layer opened. */
export type Content =
  /** A text as people write it. */
  | { kind: "text"; blob: Blob }
  /** What was packed: its form is found out in its turn. */
  | { kind: "file"; blob: Blob }
  /** Entries, sheets or tables, those most likely meant first. */
  | { kind: "parts"; names: string[]; open(name: string): Promise<Content> };

/** What can be read, or why a part of the file cannot, and how it was found. */
export type Found = { opened: OpenedFile } & (Exclude<Content, { kind: "file" | "parts" }> | { kind: "refused"; failure: Cause & Place });

/** Opens one layer of a file whose form is known. @throws RefusedFile */
export type FormatReader = (blob: Blob, context: JobContext, label: string) => Promise<Content>;

/** Formats a reader stands for; any other file is read as text. */
export type ReadFormat = Exclude<FileFormat, "text">;

/** A file of a known form that cannot be read: damaged, locked, or made to harm. */
export class RefusedFile extends Error {
  constructor(readonly failure: Cause & Place) {
    super(failure.reason);
  }
}
