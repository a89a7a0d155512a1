import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { defaultThreads } from "../../client/compute";
import { count, plural } from "../../lib/format.ts";
import { failureText } from "../../lib/texts.ts";
import { hasProviderKeyAtom } from "../../state/provider-key";
import { selfCheckAtom } from "../../state/self-check";
import { settingsAtom } from "../../state/settings";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Capabilities, readCapabilities } from "./capabilities.ts";
import { type Check, CheckList } from "./check-list.tsx";
import { dataChecks } from "./data-checks.ts";
import { kernelChecks } from "./kernel-checks.ts";

const PROMPT_API: Record<Capabilities["model"], Pick<Check, "state" | "finding">> = {
  available: { state: "ok", finding: "ready: the browser's own model can classify text on this device" },
  downloadable: { state: "caution", finding: "available; the browser has not downloaded its model yet" },
  downloading: { state: "caution", finding: "available; the browser is downloading its model" },
  unavailable: { state: "caution", finding: "available, but this device cannot run its model" },
  absent: { state: "caution", finding: "not in this browser: the lexicon engine does the work" },
};

function providerFinding(endpoint: string, hasKey: boolean): string {
  if (endpoint === "") return "no address set: text stays on this device";
  return `${new URL(endpoint).host}, ${hasKey ? "with a key" : "without a key"}`;
}

/** What the platform can do on this device: every line is queried or tested. */
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
            { name: "Browser model (Prompt API)", ...PROMPT_API[found.model] },
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
          <p className="text-muted">{failure ? failureText(failure) : "The self-check is running…"}</p>
        )}
      </Panel>
    </div>
  );
}
