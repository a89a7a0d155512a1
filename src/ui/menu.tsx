import type { ReactElement, ReactNode, RefObject } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { CHOICE, FLOATING } from "./field.tsx";

export interface MenuChoice {
  id: string;
  label: string;
  note?: ReactNode;
  onChoose: () => void;
  disabled?: boolean;
  /** Preceded by a divider. */
  divided?: boolean;
  /** Checked. */
  current?: boolean;
}

interface ChoicesProps {
  label: string;
  choices: readonly MenuChoice[];
}

interface MenuProps extends ChoicesProps {
  /** The button that opens it: a `Button` of this folder. */
  trigger: ReactElement;
}

/** Menu of actions behind a button. Closes on a choice, Esc, or a click outside. */
export function Menu({ trigger, ...choices }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" className={FRAME}>
        <Choices {...choices} />
      </Popover>
    </MenuTrigger>
  );
}

interface OpenMenuProps extends ChoicesProps {
  /** The button it is attached to. */
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The same menu, open as long as it is mounted: for a button that is shown before the menu has loaded. */
export function OpenMenu({ button, onClose, ...choices }: OpenMenuProps) {
  return (
    <Popover
      isOpen
      aria-label={choices.label}
      triggerRef={button}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      className={FRAME}
    >
      <Choices {...choices} onClose={onClose} />
    </Popover>
  );
}

const FRAME = `${FLOATING} min-w-48 overflow-auto p-1`;

function Choices({ label, choices, onClose }: ChoicesProps & { onClose?: () => void }) {
  return (
    <AriaMenu aria-label={label} onClose={onClose} autoFocus={onClose ? "first" : undefined} className="outline-none">
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
  );
}
