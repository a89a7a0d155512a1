import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from "react-aria-components";
import { Button } from "./button.tsx";
import { FLOATING } from "./field.tsx";

export interface TooltipProps {
  /** A few words: never the only place for something needed. */
  text: ReactNode;
  /** Something that can have the focus: a link or a button element. */
  children: ComponentProps<typeof Focusable>["children"] & ReactElement;
  placement?: "right" | "top" | "bottom" | "left";
  disabled?: boolean;
}

export function Tooltip({ text, children, placement = "top", disabled }: TooltipProps) {
  // A button of the library takes part by itself; wrapped, it would be asked to be one twice.
  const target = children.type === Button ? children : <Focusable>{children}</Focusable>;
  return (
    <TooltipTrigger delay={400} closeDelay={0} isDisabled={disabled}>
      {target}
      <AriaTooltip placement={placement} offset={6} className={`${FLOATING} px-2 py-1 text-small`}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
