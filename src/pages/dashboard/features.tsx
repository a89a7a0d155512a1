import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { defaultThreads } from "../../client/compute";
import { bytes, count, plural } from "../../lib/format.ts";
import { inWords } from "../../lib/texts.ts";
import { hasProviderKeyAtom } from "../../state/provider-key";
import { selfCheckAtom } from "../../state/self-check";
import { settingsAtom } from "../../state/settings";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Capabilities, readCapabilities } from "./capabilities.ts";
import { type Check, CheckList } from "./check-list.tsx";
import { kernelChecks } from "./kernel-checks.ts";

const PROMPT_API: Record<Capabilities["promptApi"], Pick<Check, "state" | "finding">> = {
  available: { state: "ok", finding: "ready: the browser's own model can classify text on this device" },
  downloadable: { state: "caution", finding: "available; the browser has not downloaded its model yet" },
  downloading: { state: "caution", finding: "available; the browser is downloading its model" },
  unavailable: { state: "caution", finding: "available, but this device cannot run its model" },
  missing: { state: "caution", finding: "not in this browser: the lexicon engine does the work" },
};

function providerFinding(endpoint: string, hasKey: boolean): string {
  if (endpoint === "") return "no address set: text stays on this device";
  return `${new URL(endpoint).host}, ${hasKey ? "with a key" : "without a key"}`;
}

function dataChecks(found: Capabilities, threads: number): Check[] {
  const { sharedMemory, wasm, simd, workers, cores, privateFiles, offline, persisted, used, quota } = found;
  return [
    {
      name: "WebAssembly",
      state: wasm ? "ok" : "bad",
      finding: wasm ? "there: the kernels run at native speed" : "missing: nothing can be computed here",
    },
    { name: "SIMD", state: simd ? "ok" : "bad", finding: simd ? "two values per instruction" : "missing: the kernels need it" },
    {
      name: "Workers",
      state: workers ? "ok" : "bad",
      finding: `up to ${plural(threads, "thread")}${cores ? ` on ${plural(cores, "core")}` : ""}`,
    },
    {
      name: "SharedArrayBuffer",
      state: sharedMemory ? "ok" : "caution",
      finding: sharedMemory ? "series are shared between threads without copying" : "not on this page: series are copied between threads",
    },
    {
      name: "Private file system (OPFS)",
      state: privateFiles ? "ok" : "caution",
      finding: privateFiles ? "series are stored on this device" : "missing: series last until the tab is closed",
    },
    {
      name: "Storage",
      state: persisted ? "ok" : "caution",
      finding: `${used === null ? "" : `${bytes(used)} of ${bytes(quota)}, `}${persisted ? "persistent" : "the browser may clear it when the disk is full"}`,
    },
    {
      name: "Offline",
      state: offline ? "ok" : "caution",
      finding: offline ? "all screens work offline" : "from the next visit",
    },
  ];
}

/** What the platform can do on this very device: every line is looked up or tried, none is a promise. */
export function Features() {
  const [found, setFound] = useState<Capabilities | null>(null);
  const { provider, threads } = useAtomValue(settingsAtom);
  const hasKey = useAtomValue(hasProviderKeyAtom);
  const { test, failure } = useAtomValue(selfCheckAtom);
  useEffect(() => {
    let here = true;
    void readCapabilities().then((capabilities) => here && setFound(capabilities));
    return () => {
      here = false;
    };
  }, []);
  if (!found) return <Skeleton rows={8} />;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] items-start gap-4">
      <Panel title="LLM Integration" footer="Models classify text; all numbers come from formulas.">
        <CheckList
          checks={[
            { name: "Lexicon engine", state: "ok", finding: "built in: offline, the same answer every time" },
            { name: "Browser model (Prompt API)", ...PROMPT_API[found.promptApi] },
            {
              name: "Own endpoint",
              state: provider.endpoint === "" ? "caution" : "ok",
              finding: providerFinding(provider.endpoint, hasKey),
            },
          ]}
        />
      </Panel>
      <Panel title="Data Processing" footer="Detected in this browser just now.">
        <CheckList checks={dataChecks(found, threads ?? defaultThreads())} />
      </Panel>
      <Panel
        title="Risk Management"
        note={test ? `${count(test.passed)} of ${plural(test.checks.length, "self-check")}` : undefined}
        footer="Kernels checked against published values on this device; maximum errors shown."
      >
        {test ? (
          <CheckList checks={kernelChecks(test)} />
        ) : (
          <p className="text-muted">{failure ? inWords(failure) : "The self-check is running…"}</p>
        )}
      </Panel>
    </div>
  );
}
