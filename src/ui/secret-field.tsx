import { useLayoutEffect, useRef } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A box for a key: masked unless `shown`. Its content is never in an attribute, so that a page saved as a file does not contain it. */
export function SecretField({ shown = false, className, ...rest }: TextFieldProps & { shown?: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  // React also writes the value into the attribute on every change.
  useLayoutEffect(() => frame.current?.querySelector("input")?.removeAttribute("value"));
  return (
    <div ref={frame} className={className}>
      <TextField {...rest} type={shown ? "text" : "password"} autoComplete="off" spellCheck="false" />
    </div>
  );
}
