import { useAtomValue } from "jotai";
import { useState } from "react";
import { hostInvalid } from "../../../workers/storage/messages";
import { answerFrom } from "../../state/api-connection";
import { settingsAtom } from "../../state/settings";
import { isEndpoint } from "../../state/settings-schema";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";

/** Chooses who answers: this browser, or the user's own host. */
export function ServerChoice() {
  const { apiHost } = useAtomValue(settingsAtom);
  const [choice, setChoice] = useState<"device" | "host">(apiHost === "" ? "device" : "host");
  const [typed, setTyped] = useState(apiHost);
  const [added, setAdded] = useState(false);
  const wanted = typed.trim();
  const wrong = wanted !== "" && !isEndpoint(wanted);
  const take = async (host: string) => {
    const outcome = await answerFrom(host);
    if (!outcome.ok) return toastFailure(outcome.failure);
    setAdded(host !== "");
  };
  const choose = (next: "device" | "host") => {
    setChoice(next);
    if (next === "device") void take("");
  };
  return (
    <div className="flex flex-col gap-2.5">
      <Select
        label="Server"
        value={choice}
        options={[
          { value: "device", label: "This browser (offline)" },
          { value: "host", label: "A host of your own" },
        ]}
        onChange={choose}
      />
      {choice === "host" ? (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted !== "" && !wrong) void take(wanted);
          }}
        >
          <TextField
            className="min-w-0 flex-1"
            label="Base URL"
            value={typed}
            onChange={setTyped}
            placeholder="https://api.example.com"
            inputMode="url"
            autoComplete="off"
            error={wrong ? hostInvalid : null}
          />
          <Button type="submit" isDisabled={wanted === "" || wrong || wanted === apiHost}>
            Use
          </Button>
        </form>
      ) : null}
      {added ? (
        <Caution>
          Reload the page to allow calls to this host.{" "}
          <Button size="small" onPress={() => location.reload()}>
            Reload
          </Button>
        </Caution>
      ) : null}
    </div>
  );
}
