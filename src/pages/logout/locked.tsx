import { useEffect } from "react";
import { apiSecret } from "../../state/api-connection";
import { providerKey } from "../../state/provider-key";
import { Button } from "../../ui/button.tsx";

/** Replaces the whole app while the workspace is closed. */
export function Locked({ onOpen }: { onOpen: () => void }) {
  useEffect(() => {
    document.title = "Signed out · Prospect";
    // Each tab deletes its own secrets, which are only in memory.
    providerKey.forget();
    apiSecret.use("");
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-[min(26rem,100%)] rounded-[8px] border border-line bg-surface px-5 py-5">
        <p className="font-semibold text-muted">Prospect</p>
        <h1 className="mt-1 font-[620] text-page tracking-[-0.02em]">You are signed out</h1>
        <p className="mt-1 text-muted">Keys are deleted and the workspace is closed. Saved data is still on this device.</p>
        <Button kind="primary" className="mt-4" autoFocus onPress={onOpen}>
          Open workspace
        </Button>
      </div>
    </main>
  );
}
