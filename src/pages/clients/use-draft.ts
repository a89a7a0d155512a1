import { useState } from "react";
import * as v from "valibot";
import { useScreenInputs } from "../../state/screen-inputs";

const draftSchema = v.object({
  /** Id of what is being edited: a client or portfolio, or a new one. */
  of: v.string(),
  name: v.string(),
  note: v.string(),
  /** A weight is null until a number is typed. */
  holdings: v.array(v.object({ hash: v.string(), name: v.string(), weight: v.nullable(v.number()) })),
});
const stored = v.object({ draft: v.nullable(draftSchema) });
const NONE = { draft: null };

export type Draft = Omit<v.InferOutput<typeof draftSchema>, "of">;

/**
 * Unsaved content of a dialog: after a reload or a crash it is restored when the same dialog opens. It is deleted only once the result is
 * stored, so that it survives if the page is left during saving.
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
