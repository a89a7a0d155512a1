import { useEffect } from "react";

/** What knows the large columns; the code for that comes with the first of them. */
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

/** Remembers the long columns of a large result, as long as they are in memory. */
export const noteColumns = (value: unknown): void => withLarge((known) => known.takeNote(value));

/** Takes the columns out of a large result that is shown no more. */
export const letGo = (result: object): void => withLarge((known) => known.letGo(result));

/** Lets the memory of long columns be found once something else is held here, or the screen is left. */
export function useCollecting(of: unknown): void {
  useEffect(() => {
    if (of) return () => large?.collectColumns();
  }, [of]);
}
