import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { guardPress } from "./steady-press.ts";

interface ButtonProps extends Omit<AriaButtonProps, "children" | "className" | "style" | "isPending" | "aria-disabled" | "onPressStart"> {
  children: ReactNode;
  /** primary: the main action. quiet: no border. danger: deletes something. */
  kind?: "default" | "primary" | "quiet" | "danger";
  size?: "normal" | "small";
  /** Contains only an icon: square, needs `aria-label`. */
  square?: boolean;
  /** In progress: keeps focus and ignores presses. */
  busy?: boolean;
  /** A key hint such as "Ctrl ↵", shown on the button, hidden from screen readers. */
  keys?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

const KINDS = {
  default: "border-line-strong bg-surface text-text hover:bg-raised pressed:bg-line",
  primary: "border-transparent bg-accent text-on-accent hover:brightness-110 pressed:brightness-95",
  quiet: "border-transparent bg-transparent text-muted hover:bg-raised hover:text-text pressed:bg-line",
  danger: "border-line-strong bg-surface text-bad hover:bg-raised pressed:bg-line",
} as const;
const SIZES = { normal: "tall px-3 text-data", small: "low px-2.5 text-small" } as const;
const SQUARES = { normal: "tall aspect-square", small: "low aspect-square" } as const;

export function Button({ children, kind = "default", size = "normal", square, busy, keys, className = "", ...rest }: ButtonProps) {
  const shape = square ? SQUARES[size] : SIZES[size];
  return (
    <AriaButton
      {...rest}
      onPress={busy ? undefined : rest.onPress}
      onPressStart={guardPress}
      type={busy ? "button" : rest.type}
      aria-disabled={busy || undefined}
      className={`inline-flex shrink-0 cursor-default select-none items-center justify-center gap-2 whitespace-nowrap rounded-[6px] border font-[550] disabled:opacity-45 ${KINDS[kind]} ${shape} ${className}`}
    >
      {busy ? <Spinner /> : null}
      {children}
      {keys ? (
        <span aria-hidden="true" className="keycap border-current/35 max-[900px]:hidden">
          {keys}
        </span>
      ) : null}
    </AriaButton>
  );
}

function Spinner() {
  return (
    <span aria-hidden="true" className="size-3 motion-safe:animate-spin rounded-full border-[1.5px] border-current border-t-transparent" />
  );
}
