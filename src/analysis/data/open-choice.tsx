import type { ReadingChoices } from "../../../workers/contract";
import type { ReadingPreview } from "../../../workers/ingest";
import { Select } from "../../ui/select.tsx";

export interface ChoiceProps {
  preview: ReadingPreview;
  options: ReadingChoices;
  change: (options: ReadingChoices) => void;
}

/** Grid layout for options side by side. */
export const CHOICES = "grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] items-start gap-2.5";

const FOUND = "found";

interface OpenChoiceProps<T extends string> {
  label: string;
  names: Partial<Record<T, string>>;
  /** The chosen value. */
  value: T | undefined;
  /** The value used if nothing is chosen; undefined if unknown. */
  found: string | undefined;
  onChange: (value: T | undefined) => void;
}

/** An option that may be left to auto-detection. */
export function OpenChoice<T extends string>({ label, names, value, found, onChange }: OpenChoiceProps<T>) {
  const options = Object.entries(names).map(([key, name]) => ({ value: key, label: name as string }));
  return (
    <Select
      label={label}
      value={value ?? FOUND}
      options={[{ value: FOUND, label: found === undefined ? "As found" : `${found} · as found` }, ...options]}
      onChange={(key) => onChange(key === FOUND ? undefined : (key as T))}
    />
  );
}
