import { useAtomValue } from "jotai";
import { useState } from "react";
import { succeed } from "../../../workers/contract";
import { serviceWorkers } from "../../lib/capabilities";
import { edits } from "../../state/edits";
import { install, installAtom } from "../../state/install";
import { settings } from "../../state/settings";
import { applyUpdate, updateAtom } from "../../state/update";
import { Button } from "../../ui/button.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Section } from "./section.tsx";

const INSTALL = {
  installed: "installed",
  possible: "ready to install",
  "by-menu": "from the browser menu",
} as const;

/** Checks for a newer version; if there is one, the shell announces it. */
async function lookForUpdate(): Promise<string> {
  const registration = await serviceWorkers()
    ?.getRegistration()
    .catch(() => undefined);
  if (!registration) return "Reload the page to update.";
  try {
    await registration.update();
    return registration.installing || registration.waiting ? "A new version is being downloaded." : "This is the latest version.";
  } catch {
    return "The host did not respond. This version keeps working.";
  }
}

export function AppSection() {
  const installed = useAtomValue(installAtom);
  const update = useAtomValue(updateAtom);
  const [news, setNews] = useState<string | null>(null);
  const reset = () => {
    const run = () => {
      const before = settings.read();
      settings.reset();
      const after = settings.read();
      // Settings changed since then, in any tab, are not overwritten.
      const undo = () => {
        if (settings.read() !== after) return false;
        settings.change(before);
        return true;
      };
      return succeed({ undo });
    };
    void edits.make({ what: "reset of the settings", run, stamp: settings.read }, "Settings reset");
  };
  return (
    <Section id="app">
      <FactList
        label="App"
        facts={[
          { name: "Install as an app", value: <span className="font-sans">{INSTALL[installed]}</span> },
          { name: "New version", value: <span className="font-sans">{update.ready ? "ready" : (news ?? "none announced")}</span> },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {installed === "possible" ? (
          <Button kind="primary" onPress={() => void install()}>
            Install
          </Button>
        ) : null}
        {update.ready ? (
          <Button kind="primary" isDisabled={update.busy} onPress={() => void applyUpdate()}>
            Reload
          </Button>
        ) : (
          <Button onPress={async () => setNews(await lookForUpdate())}>Check for updates</Button>
        )}
        <Button kind="danger" onPress={reset}>
          Reset settings
        </Button>
      </div>
      <p className="text-muted text-small">Resets these settings only; data, strategies, clients, runs and keys are kept.</p>
    </Section>
  );
}
