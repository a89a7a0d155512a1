import { useLayoutEffect, useRef } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A box for a key: masked unless `shown`. What is in it is in no attribute, so that a page saved as a file does not hold it. */
export function SecretField({ shown = false, className, ...rest }: TextFieldProps & { shown?: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  // React writes the value of a box into its attribute as well, each time it changes.
  useLayoutEffect(() => frame.current?.querySelector("input")?.removeAttribute("value"));
  return (
    <div ref={frame} className={className}>
      <TextField {...rest} type={shown ? "text" : "password"} autoComplete="off" spellCheck="false" />
    </div>
  );
}
