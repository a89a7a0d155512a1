import { useEffect } from "react";

/** Keeps the field that is written in in sight when the keyboard of the screen takes its room; engines do so by themselves, but not all of them. */
export function useFieldInSight(): void {
  useEffect(() => {
    const look = () => {
      const field = document.activeElement;
      if (field?.matches("input, textarea")) field.scrollIntoView({ block: "nearest" });
    };
    // The keyboard may have come before this was fetched.
    look();
    const viewport = window.visualViewport;
    viewport?.addEventListener("resize", look);
    return () => viewport?.removeEventListener("resize", look);
  }, []);
}
