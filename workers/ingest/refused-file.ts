import { because, type Cause, type Place } from "../contract";

/** A file of a known form that cannot be read: damaged, locked, or made to harm. */
export class RefusedFile extends Error {
  constructor(readonly failure: Cause & Place) {
    super(failure.reason);
  }
}

/** Bytes of a text that are no text at all: an image, a program. */
export class BinaryFile extends RefusedFile {
  constructor() {
    super(because("ingest/csvNotCsv"));
  }
}
