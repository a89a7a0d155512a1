import type { RefObject } from "react";
import { ListBox, Popover } from "react-aria-components";
import { FLOATING } from "./field.tsx";
import { OptionItem, type SelectOption } from "./select-option.tsx";

export interface SelectListProps {
  id: string;
  button: RefObject<HTMLElement | null>;
  /** Id of the label. */
  labelledBy: string;
  value: string | null;
  options: readonly SelectOption<string>[];
  /** Which option has focus if none is selected; null: the list itself. */
  focus: "first" | "last" | null;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** The list of a `Select`, open as long as it is mounted. Choosing the selected option closes it too. */
export function SelectList({ id, button, labelledBy, value, options, focus, onChoose, onClose }: SelectListProps) {
  return (
    <Popover
      isOpen
      trigger="Select"
      triggerRef={button}
      placement="bottom start"
      aria-labelledby={labelledBy}
      onOpenChange={(open) => !open && onClose()}
      className={`${FLOATING} min-w-(--trigger-width) max-w-[min(24rem,92vw)] overflow-auto p-1`}
    >
      <ListBox
        id={id}
        aria-labelledby={labelledBy}
        items={options.map((option) => ({ ...option, id: option.value }))}
        selectionMode="single"
        selectedKeys={value === null ? [] : [value]}
        autoFocus={focus ?? true}
        escapeKeyBehavior="none"
        shouldSelectOnPressUp
        shouldFocusOnHover
        onSelectionChange={(chosen) => {
          const [key] = chosen;
          if (typeof key === "string") onChoose(key);
          onClose();
        }}
        className="outline-none"
      >
        {(option) => <OptionItem {...option} />}
      </ListBox>
    </Popover>
  );
}
