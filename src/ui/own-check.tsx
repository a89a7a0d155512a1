import type { KernelCheck } from "../../workers/self-test/jobs/test-kernels";
import { significant } from "../lib/format.ts";
import { Verdict } from "./verdict.tsx";

/** Result of validating a kernel against its known answers on this device. */
export function OwnCheck({ check: { error, tolerance, source, passed } }: { check: KernelCheck }) {
  return (
    <Verdict state={passed ? "ok" : "bad"}>
      {`maximum error ${significant(error, 2)} (tolerance ${significant(tolerance, 2)}), against ${source}`}
    </Verdict>
  );
}
