import { UnreadableFile } from "../archive";
import { because, type Cause, fail, failBecause, type Place } from "../contract";
import { kindOfFile } from "./formats/other-files";
import type { Preset } from "./preset-table";

/** A file of a known format that cannot be read: damaged, encrypted, or malicious. */
export class RefusedFile extends Error {
  constructor(readonly failure: Cause & Place) {
    super(failure.reason);
  }
}

/** Trades of an account, whose prices are not a series. */
export class TradeList extends RefusedFile {
  constructor({ name, trades }: Preset) {
    super(because(trades === "converter" ? "ingest/tradesToConvert" : "ingest/tradesWithoutProfit", { form: name }));
  }
}

/** A binary file: an image, a program. */
export class BinaryFile extends RefusedFile {
  /** @param bytes the first bytes, from which its kind is reported if known */
  constructor(bytes = new Uint8Array()) {
    const kind = kindOfFile(bytes);
    super(kind ? because("ingest/otherFile", { kind }) : because("ingest/csvNotCsv"));
  }
}

/** Why a file was not read. @throws any other error */
export function readingFailure(error: unknown) {
  if (error instanceof UnreadableFile) return fail("bad-input", "ingest/fileUnreadable");
  if (error instanceof RefusedFile) return failBecause("bad-input", error.failure, error.failure);
  throw error;
}
