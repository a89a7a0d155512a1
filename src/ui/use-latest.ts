import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Holds what was drawn last, for functions that outlive a drawing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The same function in every rendering, which does what the last drawn one does: for handlers of memoized parts. */
export function useStable<Args extends unknown[], Result>(act: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useLatest(act);
  return useCallback((...args: Args) => latest.current(...args), [latest]);
}
