import * as v from "valibot";
import { useScreenInputs } from "./screen-inputs";

/** More do not fit the round button. */
export const MAX_INITIALS = 3;

const profileSchema = v.object({
  name: v.string(),
  role: v.string(),
  /** Derived from the name if empty. */
  initials: v.pipe(v.string(), v.maxLength(MAX_INITIALS)),
});

export type Profile = v.InferOutput<typeof profileSchema>;

const NOBODY: Profile = { name: "", role: "", initials: "" };

/** The user's profile, stored on this device and sent nowhere. */
export function useProfile() {
  const { inputs: profile, ...kept } = useScreenInputs("profile", profileSchema, NOBODY);
  return { profile, ...kept };
}

/** The chosen initials, otherwise those of first and last name; empty without a name. */
export function initialsOf({ name, initials }: Profile): string {
  if (initials.trim() !== "") return initials.trim().toUpperCase();
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join("");
}
