import { useAtomValue } from "jotai";
import { useState } from "react";
import { defaultThreads } from "../../client/compute";
import { MAX_THREADS } from "../../client/thread-count";
import { plural } from "../../lib/format.ts";
import { setOutside } from "../../state/notify-system";
import { settings, settingsAtom } from "../../state/settings";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Pair, Section } from "./section.tsx";

const AUTO = "auto";

export function ComputingSection() {
  const { threads, notify } = useAtomValue(settingsAtom);
  const [trouble, setTrouble] = useState<string | null>(null);
  const options = [
    { value: AUTO, label: `Automatic: ${defaultThreads()}` },
    ...Array.from({ length: MAX_THREADS }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
  ];
  const changeNotify = async (on: boolean) => {
    setTrouble(null);
    setTrouble(await setOutside(on));
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
            Notify when a computation finishes while this page is hidden, and when an alert is met
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
