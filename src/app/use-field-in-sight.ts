import { useEffect } from "react";

/** Keeps the focused field visible when the on-screen keyboard opens; not all engines do so themselves. */
export function useFieldInSight(): void {
  useEffect(() => {
    const look = () => {
      const field = document.activeElement;
      if (field?.matches("input, textarea")) field.scrollIntoView({ block: "nearest" });
    };
    // The keyboard may have opened before this code was loaded.
    look();
    const viewport = window.visualViewport;
    viewport?.addEventListener("resize", look);
    return () => viewport?.removeEventListener("resize", look);
  }, []);
}
