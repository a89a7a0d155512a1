import type { ReactNode } from "react";
import { FieldError, Label, LabelContext, type LabelProps, Provider, Text, TextContext } from "react-aria-components";

/** The box of every single-line control. On touch screens it is taller, with text large enough that phones do not zoom in on it. */
export const CONTROL =
  "tall w-full rounded-[6px] border border-field-line bg-surface px-2.5 text-data text-text outline-offset-1 hover:border-muted disabled:opacity-50 disabled:hover:border-field-line invalid:border-bad pointer-coarse:text-[16px]";
/**
 * The frame of everything that floats over the page: lists, menus, popovers. It opens with an animation, not a transition: react-aria
 * retains every element whose transition has started until it ends, and so would leak an element closed meanwhile, with its whole screen.
 */
export const FLOATING =
  "rounded-[8px] border border-line-strong bg-raised text-text outline-none motion-safe:entering:animate-[appear_100ms_cubic-bezier(0.4,0,0.2,1)]";
/** One option of a floating list. */
export const CHOICE =
  "flex min-h-[28px] cursor-default select-none items-center gap-2 rounded-[6px] px-2 text-data text-text outline-none focus:bg-accent-soft disabled:opacity-50";

/** Error message under a control. */
const ERROR_NOTE = "mt-1 block text-small text-bad";

interface FieldLabelProps {
  children: ReactNode;
  /** At the right end of the label line: a link, an ⓘ, a unit. */
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

interface Notes {
  hint?: ReactNode;
  error?: string | null;
}

/** Hint and error under a control; the error is tied to the control for screen readers. */
export function FieldNotes({ hint, error }: Notes) {
  return (
    <>
      {hint ? (
        <Text slot="description" className="mt-1 block text-small text-faint">
          {hint}
        </Text>
      ) : null}
      <FieldError className={ERROR_NOTE}>{error || undefined}</FieldError>
    </>
  );
}

interface OwnFieldProps extends Pick<LabelProps, "elementType" | "htmlFor" | "onClick"> {
  /** Id of the field; the ids of label, hint and error are derived from it. */
  id: string;
  children: ReactNode;
}

/** Wraps `FieldLabel` and `OwnNotes` around a control that is not from the library. */
export function OwnField({ id, children, ...label }: OwnFieldProps) {
  return (
    <Provider
      values={[
        [LabelContext, { ...label, id: labelOf(id) }],
        [TextContext, { slots: { description: { id: `${id}-hint` }, errorMessage: { id: `${id}-error` } } }],
      ]}
    >
      {children}
    </Provider>
  );
}

/** Same as `FieldNotes`, inside an `OwnField`. */
export function OwnNotes({ hint, error }: Notes) {
  return (
    <>
      <FieldNotes hint={hint} />
      {error ? (
        <Text slot="errorMessage" className={ERROR_NOTE}>
          {error}
        </Text>
      ) : null}
    </>
  );
}

/** Id of the label of an `OwnField`. */
export const labelOf = (id: string): string => `${id}-label`;

/** `aria-describedby` of the control in an `OwnField`: the ids of its notes, if any. */
export function notesOf(id: string, { hint, error }: Notes): string | undefined {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
}
