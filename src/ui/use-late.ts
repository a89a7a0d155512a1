import { useEffect, useState } from "react";

/** Shorter jobs show no progress: a bar that only flashes tells nothing. */
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
