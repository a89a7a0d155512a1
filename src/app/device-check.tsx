import { useAtomValue } from "jotai";
import { kernelChecks } from "../pages/dashboard/kernel-checks.ts";
import { checkOf, doneSelfCheckAtom, type KernelTest, startSelfCheck } from "../state/self-check";
import { Button } from "../ui/button.tsx";
import type { CheckedMethod } from "../ui/device-check.ts";
import { FailureBox } from "../ui/failure-box.tsx";
import { OwnCheck } from "../ui/own-check.tsx";
import { Verdict } from "../ui/verdict.tsx";

/** Kernel checks of a method on this device: its own, otherwise those of its domain. Run on request, once per visit. */
export function DeviceCheck(method: CheckedMethod) {
  const { test, failure, running } = useAtomValue(doneSelfCheckAtom);
  if (test) return <Found method={method} test={test} />;
  return (
    <>
      <FailureBox failure={failure} />
      <Button size="small" busy={running} onPress={startSelfCheck}>
        {running ? "Checking…" : "Check on this device"}
      </Button>
    </>
  );
}

function Found({ method, test }: { method: CheckedMethod; test: KernelTest }) {
  const own = checkOf(test, method.name);
  if (own) return <OwnCheck check={own} />;
  const families = kernelChecks(test);
  const folders = method.file.split("/");
  // A domain without kernels of its own is covered by the checks of whole analyses, shared kernels by those of the core.
  const shared = folders[0] === "assembly" ? "core" : "whole-jobs";
  const room = families.find(({ family }) => folders.includes(family)) ?? families.find(({ family }) => family === shared);
  return room ? <Verdict state={room.state}>{`${room.name}: ${room.finding}`}</Verdict> : null;
}
