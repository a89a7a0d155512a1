import { offerInputs } from "./screen-inputs";

/** Content of a data field, also as it is stored across a reload. */
export interface FieldContent {
  /** Text in the box; empty if a loaded series is there. */
  text: string;
  /** Hash of the loaded series in the workspace. */
  hash: string | null;
}

type Take = (content: FieldContent) => void;
/** Data fields currently on the page, by storage key. */
const fields = new Map<string, Take>();

/** Registers a data field while it is shown; returns a function that unregisters it. */
export function onHandOver(field: string, take: Take): () => void {
  fields.set(field, take);
  return () => {
    if (fields.get(field) === take) fields.delete(field);
  };
}

/** Fills a data field ("garch-model/data"), whether its screen is open or not. */
export function handOver(field: string, content: FieldContent): void {
  const take = fields.get(field);
  if (take) take(content);
  else offerInputs(field, content);
}
