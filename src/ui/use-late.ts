import { useEffect, useState } from "react";

/** Work shorter than this shows no progress: a bar that flashes says nothing. */
const PATIENCE = 300;

/** True once `busy` has lasted long enough to be worth showing. */
export function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return late;
}
