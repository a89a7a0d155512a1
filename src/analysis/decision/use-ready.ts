import { useEffect, useState } from "react";
import { compute } from "../../client/compute";

/** True once a worker has started and loaded the kernels, or failed to: using the form then reports the failure. */
export function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let here = true;
    void compute.warm().then(() => here && setReady(true));
    return () => {
      here = false;
    };
  }, []);
  return ready;
}
