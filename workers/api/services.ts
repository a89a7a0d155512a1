import type { Millis, Outcome } from "../contract";
import type { RecordKind, RecordList, StoredRecord } from "../storage";
import type { AnswerValue, Question, QuestionKind } from "./answers/index";
import type { Vault } from "./vault";

/** Storage of small items for operations. */
export interface RecordShelf {
  list(kind: RecordKind, tidy: boolean): Promise<Outcome<RecordList>>;
  /** Includes a record that was removed but can be restored; null if there is none. */
  get(id: string): Promise<Outcome<StoredRecord | null>>;
  save(record: StoredRecord): Promise<Outcome<StoredRecord>>;
  mark(id: string, removedAt: Millis | null): Promise<Outcome<StoredRecord>>;
}

/** The environment of the API: the device in the browser, memory in tests. */
export interface ApiServices {
  vault: Vault;
  records: RecordShelf;
  /** Has a question about series answered where jobs run. */
  ask<Kind extends QuestionKind>(kind: Kind, question: Question<Kind>, signal: AbortSignal): Promise<Outcome<AnswerValue<Kind>>>;
  /** Notifies the open pages that records or figures changed. */
  changed(what: RecordKind | "api"): void;
  now(): Millis;
}
