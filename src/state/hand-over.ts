import { offerInputs } from "./screen-inputs";

/** What a data field is to hold: a text, or a dataset of the workspace by its hash. */
export interface FieldContent {
  text: string;
  hash: string | null;
}

type Take = (content: FieldContent) => void;
/** Data fields that are on the page now, by the name they are kept under. */
const fields = new Map<string, Take>();

/** Called by a data field while it is shown; returns what stops that. */
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
