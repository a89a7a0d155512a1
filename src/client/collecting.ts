import { useEffect } from "react";

/** Tracks large columns; loaded with the first large result. */
let large: typeof import("./large-columns") | undefined;

function withLarge(use: (known: typeof import("./large-columns")) => void): void {
  if (large) use(large);
  else
    import("./large-columns").then(
      (known) => {
        large = known;
        use(known);
      },
      () => undefined,
    );
}

/** Tracks the long columns of a large result until they are collected. */
export const noteColumns = (value: unknown): void => withLarge((known) => known.takeNote(value));

/** Removes the columns from a large result that is no longer shown. */
export const markReleased = (result: object): void => withLarge((known) => known.markReleased(result));

/** Prompts garbage collection of long columns when `of` changes or the screen is left. */
export function useCollecting(of: unknown): void {
  useEffect(() => {
    if (of) return () => large?.collectColumns();
  }, [of]);
}
