import { type ReactNode, useState } from "react";

/** Holds the value of a field, as a screen does. */
export function Held<T>({ start, children }: { start: T; children: (value: T, set: (value: T) => void) => ReactNode }) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}
