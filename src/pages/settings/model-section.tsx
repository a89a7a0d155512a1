import { useAtomValue } from "jotai";
import { useState } from "react";
import { hostInvalid } from "../../../workers/storage/messages";
import { bindKey } from "../../state/key-binding";
import { hasProviderKeyAtom, providerKey } from "../../state/provider-key";
import { keepSealed } from "../../state/secret-cipher";
import { settings, settingsAtom } from "../../state/settings";
import { isEndpoint } from "../../state/settings-schema";
import { useKeptText } from "../../state/use-kept-text";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { SecretField } from "../../ui/secret-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Pair, Section } from "./section.tsx";

/** The user's own language model. The box of its key is never filled again. */
export function ModelSection() {
  const { provider } = useAtomValue(settingsAtom);
  const hasKey = useAtomValue(hasProviderKeyAtom);
  const { typed: halfTyped, enter, forget } = useKeptText("endpoint");
  const [endpoint, setEndpoint] = useState(halfTyped ?? provider.endpoint);
  const [key, setKey] = useState("");
  const [onDevice, setOnDevice] = useState(false);
  const wanted = endpoint.trim();
  const wrong = wanted !== "" && !isEndpoint(wanted);
  const changeEndpoint = (typed: string) => {
    setEndpoint(typed);
    const next = typed.trim();
    const taken = next === "" || isEndpoint(next);
    if (taken) settings.change({ provider: { ...provider, endpoint: next } });
    // Anything that may contain a password or key is not stored.
    if (taken || /[@?#]/.test(next)) forget();
    else enter(typed);
  };
  const keepKey = () => {
    if (key.trim() === "" || provider.endpoint === "") return;
    const bound = bindKey(provider.endpoint, key.trim());
    if (onDevice) void keepSealed(providerKey, bound);
    else providerKey.hold(bound);
    setKey("");
  };
  return (
    <Section
      id="model"
      note="optional"
      footer="The key is kept until this tab is closed or, if you choose, encrypted on this device: separate from the settings, never in exports, backups, links or logs. It is sent only to the host of this endpoint. Signing out deletes it."
    >
      <p className="text-muted">
        Texts are read by the built-in lexicon engine. Your own model can classify them instead; all figures are still computed here.
      </p>
      <Pair>
        <TextField
          label="Endpoint"
          value={endpoint}
          onChange={changeEndpoint}
          placeholder="https://…/v1"
          inputMode="url"
          autoComplete="off"
          hint={wrong ? undefined : "OpenAI-compatible API"}
          error={wrong ? hostInvalid : null}
        />
        <TextField
          label="Model"
          value={provider.model}
          onChange={(model) => settings.change({ provider: { ...provider, model } })}
          autoComplete="off"
        />
      </Pair>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          keepKey();
        }}
      >
        <SecretField label={hasKey ? "Key (saved)" : "Key"} value={key} onChange={setKey} className="min-w-40 flex-1" />
        <Button type="submit" isDisabled={key.trim() === "" || provider.endpoint === ""}>
          {hasKey ? "Replace" : "Keep"}
        </Button>
        <Button kind="danger" isDisabled={!hasKey} onPress={() => providerKey.forget()}>
          Forget
        </Button>
      </form>
      <Checkbox checked={onDevice} onChange={setOnDevice}>
        Keep the key on this device
      </Checkbox>
    </Section>
  );
}
