import { useCallback } from "react";
import * as v from "valibot";
import { useScreenInputs } from "./screen-inputs";

const schema = v.object({
  /** What the text is about, such as the record being renamed. */
  of: v.string(),
  /** Null before anything was typed. */
  text: v.nullable(v.string()),
});
const NOTHING = { of: "", text: null };

interface KeptText {
  /** Unsaved text; null if there is none. */
  typed: string | null;
  enter: (text: string) => void;
  /** Call once it is saved or canceled. */
  forget: () => void;
}

/**
 * The text of a field that is saved by a button: after a reload or a crash it is restored when the same field appears. `field` is a unique
 * name within the app; for one of several items, `of` identifies the item. Not for keys and passwords, since it is stored on the device.
 */
export function useKeptText(field: string, of = ""): KeptText {
  const { inputs, change, reset } = useScreenInputs(`text/${field}`, schema, NOTHING);
  const enter = useCallback((text: string) => change({ of, text }), [change, of]);
  return { typed: inputs.of === of ? inputs.text : null, enter, forget: reset };
}
