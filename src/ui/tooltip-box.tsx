import type { ReactNode, RefObject } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import { FLOATING } from "./field.tsx";

export interface TooltipBoxProps {
  id: string;
  target: RefObject<HTMLElement | null>;
  placement: "right" | "top" | "bottom" | "left";
  children: ReactNode;
  onOpen: () => void;
  onClose: () => void;
}

/** The text of a `Tooltip`, shown as long as it is mounted. */
export function TooltipBox({ id, target, placement, children, onOpen, onClose }: TooltipBoxProps) {
  return (
    <TooltipTriggerStateContext value={{ isOpen: true, shouldSkipAnimation: false, open: onOpen, close: onClose }}>
      <Tooltip triggerRef={target} placement={placement} offset={6} className={`${FLOATING} px-2 py-1 text-small`}>
        <span id={id}>{children}</span>
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
