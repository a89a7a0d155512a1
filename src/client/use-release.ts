import { useEffect } from "react";
import { compute } from "./compute";

/** Releases a large result once the screen shows another one or is left. Code that still needs its columns must reference them directly. */
export function useRelease(result: object | undefined): void {
  useEffect(() => {
    if (result) return () => compute.release(result);
  }, [result]);
}
