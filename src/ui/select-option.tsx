import { ListBoxItem } from "react-aria-components";
import { CHOICE } from "./field.tsx";

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  /** A second, muted line. */
  note?: string;
  disabled?: boolean;
}

/** One option of a `Select`. */
export function OptionItem({ id, label, note, disabled }: Omit<SelectOption<string>, "value"> & { id: string }) {
  return (
    <ListBoxItem id={id} textValue={label} isDisabled={disabled} className={`${CHOICE} group justify-between`}>
      <span className="min-w-0 break-words py-1">
        {label}
        {note ? (
          <span slot="description" className="block text-muted text-small">
            {note}
          </span>
        ) : null}
      </span>
      <span aria-hidden="true" className="invisible text-accent group-selected:visible">
        ✓
      </span>
    </ListBoxItem>
  );
}
