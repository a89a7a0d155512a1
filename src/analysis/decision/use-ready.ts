import { useEffect, useState } from "react";
import { compute } from "../../client/compute";

/** True once a worker has really started and loaded the kernels, or could not: then the form is there to say so when it is used. */
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
