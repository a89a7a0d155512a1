import { offerInputs } from "./screen-inputs";

type Take = (hash: string) => void;
/** Data fields that are on the page now, by the name they are kept under. */
const fields = new Map<string, Take>();

/** Called by a data field while it is shown; returns what stops that. */
export function onHandOver(field: string, take: Take): () => void {
  fields.set(field, take);
  return () => {
    if (fields.get(field) === take) fields.delete(field);
  };
}

/** Puts a dataset into a data field ("garch-model/data"), whether its screen is open or not. */
export function handOver(field: string, hash: string): void {
  const take = fields.get(field);
  if (take) take(hash);
  else offerInputs(field, { text: "", hash });
}
