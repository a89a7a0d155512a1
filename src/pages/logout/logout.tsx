import { useAtomValue } from "jotai";
import { useState } from "react";
import { count, plural } from "../../lib/format.ts";
import { hasProviderKeyAtom } from "../../state/provider-key";
import { signOut } from "../../state/session";
import { strategiesAtom } from "../../state/strategies";
import { workspaceAtom } from "../../state/workspace";
import { Button } from "../../ui/button.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EraseForm } from "./erase-form.tsx";

/** Logs out: deletes keys and closes the workspace. Erasing it is separate, and confirmed twice. */
export default function Logout() {
  const hasKey = useAtomValue(hasProviderKeyAtom);
  const { datasets } = useAtomValue(workspaceAtom);
  const strategies = useAtomValue(strategiesAtom).records.length;
  const [erasing, setErasing] = useState(false);
  return (
    <>
      <PageHeader
        title="Sign out"
        description="There is no account: signing out closes the workspace on this device and deletes its keys."
      />
      <div className="mt-4 flex max-w-[40rem] flex-col gap-4">
        <Panel
          title="Sign out"
          footer="Signing out hides the workspace but does not encrypt it: anyone using this browser can open it again. On a shared computer, erase it."
        >
          <FactList
            label="What happens"
            facts={[
              { name: "Keys of providers", value: <span className="font-sans">{hasKey ? "one, deleted" : "none kept"}</span> },
              { name: "Running computations", value: <span className="font-sans">ended</span> },
              { name: "Series", value: <span className="font-sans">{count(datasets.length)}, kept</span> },
              { name: "Strategies", value: <span className="font-sans">{count(strategies)}, kept</span> },
            ]}
          />
          <div className="mt-3">
            <Button kind="primary" onPress={signOut}>
              Sign out
            </Button>
          </div>
        </Panel>
        <Panel title="Erase this workspace">
          <p>
            Permanently deletes everything on this device: {plural(datasets.length, "series", "series")},{" "}
            {plural(strategies, "strategy", "strategies")}, clients, runs, inputs, settings and keys. No copy exists elsewhere unless a
            backup was saved. Other open tabs restart empty.
          </p>
          {erasing ? (
            <EraseForm onClose={() => setErasing(false)} />
          ) : (
            <div className="mt-3">
              <Button kind="danger" onPress={() => setErasing(true)}>
                Erase workspace…
              </Button>
            </div>
          )}
        </Panel>
      </div>
    </>
  );
}
