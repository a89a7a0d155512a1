import { useCallback } from "react";
import * as v from "valibot";
import { useScreenInputs } from "./screen-inputs";

const schema = v.object({
  /** What the text is about: the record being renamed, say. */
  of: v.string(),
  /** Null before anything was typed. */
  text: v.nullable(v.string()),
});
const NOTHING = { of: "", text: null };

export interface KeptText {
  /** What was typed about this and not saved yet; null when nothing was. */
  typed: string | null;
  enter: (text: string) => void;
  /** To be called once it is saved, or given up. */
  forget: () => void;
}

/**
 * The text of one box that waits for a button: a reload or a crash leaves it for the next time the same box is there. `field` names the
 * box among all of the product; a box about one of many things says which by `of`. Not for keys and passwords, since it stays on the device.
 */
export function useKeptText(field: string, of = ""): KeptText {
  const { inputs, change, reset } = useScreenInputs(`text/${field}`, schema, NOTHING);
  const enter = useCallback((text: string) => change({ of, text }), [change, of]);
  return { typed: inputs.of === of ? inputs.text : null, enter, forget: reset };
}
