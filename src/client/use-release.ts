import { useEffect } from "react";
import { compute } from "./compute";

/** Lets go of a large result once the screen shows another one, or is left. Whoever still needs its columns then must hold them directly. */
export function useRelease(result: object | undefined): void {
  useEffect(() => {
    if (result) return () => compute.release(result);
  }, [result]);
}
