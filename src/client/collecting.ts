import { useEffect } from "react";

/** What knows the large columns; the code for that comes with the first of them. */
let large: typeof import("./large-columns") | undefined;

/** Remembers the long columns of a large result, as long as they are in memory. */
export function noteColumns(value: unknown): void {
  if (large) large.takeNote(value);
  else
    import("./large-columns").then(
      (known) => {
        large = known;
        known.takeNote(value);
      },
      () => undefined,
    );
}

/** Takes the columns out of a large result that is shown no more. */
export const letGo = (result: object): void => large?.letGo(result);

/** Lets the memory of long columns be found once something else is held here, or the screen is left. */
export function useCollecting(of: unknown): void {
  useEffect(() => {
    if (of) return () => large?.collectColumns();
  }, [of]);
}
