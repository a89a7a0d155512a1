import type { ReactNode } from "react";
import { FieldError, Label, Text } from "react-aria-components";

/** The box of every single-line control. Under a finger it is taller, and its text large enough that phones do not zoom in on it. */
export const CONTROL =
  "h-[30px] w-full rounded-[6px] border border-field-line bg-surface px-2.5 text-data text-text outline-offset-1 hover:border-muted disabled:opacity-50 disabled:hover:border-field-line invalid:border-bad pointer-coarse:h-9 pointer-coarse:text-[16px]";
/**
 * The frame of whatever floats over the page: lists, menus, popovers. It appears by an animation: react-aria keeps each element whose
 * transition has begun until that ends, and one that is closed meanwhile, with its whole screen, for good.
 */
export const FLOATING =
  "rounded-[8px] border border-line-strong bg-raised text-text outline-none motion-safe:entering:animate-[appear_100ms_cubic-bezier(0.4,0,0.2,1)]";
/** One choice in a floating list. */
export const CHOICE =
  "flex min-h-[28px] cursor-default select-none items-center gap-2 rounded-[6px] px-2 text-data text-text outline-none focus:bg-accent-soft disabled:opacity-50";

interface FieldLabelProps {
  children: ReactNode;
  /** Stands at the right end of the label line: a link, an ⓘ, a unit. */
  aside?: ReactNode;
}

export function FieldLabel({ children, aside }: FieldLabelProps) {
  return (
    <div className="mb-1 flex min-h-[18px] items-center justify-between gap-2">
      <Label className="min-w-0 text-small text-muted">{children}</Label>
      {aside}
    </div>
  );
}

/** Hint and error under a control; the error is tied to the control for screen readers. */
export function FieldNotes({ hint, error }: { hint?: ReactNode; error?: string | null }) {
  return (
    <>
      {hint ? (
        <Text slot="description" className="mt-1 block text-small text-faint">
          {hint}
        </Text>
      ) : null}
      <FieldError className="mt-1 block text-small text-bad">{error || undefined}</FieldError>
    </>
  );
}
