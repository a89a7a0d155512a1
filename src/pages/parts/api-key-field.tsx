import { useAtomValue } from "jotai";
import { useState } from "react";
import { apiSecret, apiSecretAtom, issueToken } from "../../state/api-connection";
import { settingsAtom } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { SecretField } from "../../ui/secret-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast, toastFailure } from "../../ui/toast-queue.ts";

/** The key or access token in use, masked, and kept in memory until the tab is closed. */
export function ApiKeyField() {
  const secret = useAtomValue(apiSecretAtom);
  const { apiHost } = useAtomValue(settingsAtom);
  const [shown, setShown] = useState(false);
  const issue = async () => {
    const token = await issueToken();
    if (!token.ok) return toastFailure(token.failure);
    apiSecret.use(token.value);
    toast.success("The key field contains an access token. Use it for Generate API Key; all other requests use the key it returns.");
  };
  return (
    <div className="flex flex-col gap-2">
      <SecretField
        label="API Key"
        shown={shown}
        value={secret}
        onChange={apiSecret.use}
        placeholder="Enter your API key"
        hint="Kept in memory until this tab is closed; never in addresses, logs, links or exports"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Switch on={shown} onChange={setShown}>
          Show
        </Switch>
        {apiHost === "" ? (
          <Button size="small" onPress={() => void issue()}>
            New access token
          </Button>
        ) : null}
      </div>
    </div>
  );
}
