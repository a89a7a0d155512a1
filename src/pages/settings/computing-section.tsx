import { useAtomValue } from "jotai";
import { useState } from "react";
import { defaultThreads } from "../../client/compute";
import { MAX_THREADS } from "../../client/thread-count";
import { notifies } from "../../lib/capabilities";
import { plural } from "../../lib/format.ts";
import { settings, settingsAtom } from "../../state/settings";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Pair, Section } from "./section.tsx";

const AUTO = "auto";
const REFUSED = "The browser does not allow notifications from this site. Allow them in its settings for this site, then try again.";
const UNKNOWN = "This browser has no notifications.";

export function ComputingSection() {
  const { threads, notify } = useAtomValue(settingsAtom);
  const [trouble, setTrouble] = useState<string | null>(null);
  const options = [
    { value: AUTO, label: `Automatic: ${defaultThreads()}` },
    ...Array.from({ length: MAX_THREADS }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
  ];
  const changeNotify = async (on: boolean) => {
    setTrouble(null);
    if (!on) return settings.change({ notify: false });
    if (!notifies()) return setTrouble(UNKNOWN);
    const permission = await Notification.requestPermission().catch(() => "denied" as const);
    if (permission === "granted") settings.change({ notify: true });
    else setTrouble(REFUSED);
  };
  return (
    <Section id="computing">
      <Pair>
        <Select
          label="Threads"
          value={threads === null ? AUTO : String(threads)}
          options={options}
          onChange={(next) => settings.change({ threads: next === AUTO ? null : Number(next) })}
          hint={`This machine has ${plural(navigator.hardwareConcurrency || 1, "core")}. Results do not depend on the number of threads.`}
        />
        <div>
          <Switch on={notify} onChange={(on) => void changeNotify(on)} className="sm:mt-[22px]">
            Notify when a computation finishes while this page is hidden
          </Switch>
          {trouble ? (
            <p role="alert" className="mt-1 text-bad text-small">
              {trouble}
            </p>
          ) : null}
        </div>
      </Pair>
    </Section>
  );
}
