import { useState } from "react";
import * as v from "valibot";
import { useScreenInputs } from "../../state/screen-inputs";

const draftSchema = v.object({
  /** Name of what is being entered: a client or portfolio, or a new one. */
  of: v.string(),
  name: v.string(),
  note: v.string(),
  /** A weight stays empty until a number is typed. */
  holdings: v.array(v.object({ hash: v.string(), name: v.string(), weight: v.nullable(v.number()) })),
});
const stored = v.object({ draft: v.nullable(draftSchema) });
const NONE = { draft: null };

export type Draft = Omit<v.InferOutput<typeof draftSchema>, "of">;

/**
 * What is typed into a dialog and not saved yet: a reload or a crash leaves it for the next time the same dialog opens. It is forgotten once what
 * it became is kept, and not before: a page left between the press and the device has it still.
 */
export function useDraft(of: string, initial: Draft) {
  const { inputs, change, reset } = useScreenInputs("clients", stored, NONE);
  const [saving, setSaving] = useState(false);
  const draft: Draft = inputs.draft?.of === of ? inputs.draft : initial;
  const save = async (kept: Promise<unknown>, close: () => void) => {
    setSaving(true);
    await kept;
    reset();
    close();
  };
  return { draft, enter: (changes: Partial<Draft>) => change({ draft: { ...draft, ...changes, of } }), forget: reset, saving, save };
}
