import * as v from "valibot";
import { useScreenInputs } from "./screen-inputs";

/** Longer ones do not fit the round button. */
export const MAX_INITIALS = 3;

const profileSchema = v.object({
  name: v.string(),
  role: v.string(),
  /** Empty = those of the name. */
  initials: v.pipe(v.string(), v.maxLength(MAX_INITIALS)),
});

export type Profile = v.InferOutput<typeof profileSchema>;

const NOBODY: Profile = { name: "", role: "", initials: "" };

/** Who uses this device, in their own words: kept here, sent nowhere. */
export function useProfile() {
  const { inputs: profile, ...kept } = useScreenInputs("profile", profileSchema, NOBODY);
  return { profile, ...kept };
}

/** The chosen initials, else those of the first and the last name; empty when there is no name. */
export function initialsOf({ name, initials }: Profile): string {
  if (initials.trim() !== "") return initials.trim().toUpperCase();
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join("");
}
