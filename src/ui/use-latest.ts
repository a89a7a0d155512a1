import { type RefObject, useCallback, useEffect, useRef } from "react";

/** Ref to the last rendered value, for callbacks that outlive a render. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** A function with a stable identity that calls the latest version: for handlers of memoized components. */
export function useStable<Args extends unknown[], Result>(act: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useLatest(act);
  return useCallback((...args: Args) => latest.current(...args), [latest]);
}
