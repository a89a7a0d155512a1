import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { CHOICE, FLOATING } from "./field.tsx";

export interface MenuChoice {
  id: string;
  label: string;
  note?: ReactNode;
  onChoose: () => void;
  disabled?: boolean;
  /** A line above it. */
  divided?: boolean;
  /** Shows a tick. */
  current?: boolean;
}

export interface MenuProps {
  label: string;
  /** The button that opens it: a `Button` of this folder. */
  trigger: ReactElement;
  choices: readonly MenuChoice[];
  defaultOpen?: boolean;
}

/** Actions behind a button. Closes on a choice, Esc, or a press outside. */
export function Menu({ label, trigger, choices, defaultOpen }: MenuProps) {
  return (
    <MenuTrigger defaultOpen={defaultOpen}>
      {trigger}
      <Popover placement="bottom end" className={`${FLOATING} min-w-48 overflow-auto p-1`}>
        <AriaMenu aria-label={label} className="outline-none">
          {choices.flatMap((choice) => [
            choice.divided ? <Separator key={`${choice.id} line`} className="my-1 h-px bg-line" /> : null,
            <MenuItem
              key={choice.id}
              id={choice.id}
              textValue={choice.label}
              isDisabled={choice.disabled}
              onAction={choice.onChoose}
              className={`${CHOICE} justify-between`}
            >
              <span className="py-1">
                {choice.label}
                {choice.note ? <span className="block text-muted text-small">{choice.note}</span> : null}
              </span>
              {choice.current ? (
                <span className="text-accent">
                  <span aria-hidden="true">✓</span>
                  <span className="sr-only">, chosen</span>
                </span>
              ) : null}
            </MenuItem>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
