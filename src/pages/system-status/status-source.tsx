import { useState } from "react";
import { statusFrom } from "../../state/api-connection";
import { settings } from "../../state/settings";
import { isSocketAddress } from "../../state/settings-schema";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toastFailure } from "../../ui/toast-queue.ts";

/** The setting at page load: the page's policy allows this socket. */
const { statusSocket: reachable } = settings.read();

/** Source of the status: this device, or a host with a status socket. */
export function StatusSource({ address }: { address: string }) {
  const [typed, setTyped] = useState(address);
  const wanted = typed.trim();
  const wrong = wanted !== "" && !isSocketAddress(wanted);
  const take = async () => {
    const outcome = await statusFrom(wanted);
    if (!outcome.ok) toastFailure(outcome.failure);
  };
  return (
    <div className="flex flex-col gap-2.5">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong && wanted !== address) void take();
        }}
      >
        <TextField
          className="min-w-0 max-w-lg flex-1"
          label="Status socket"
          value={typed}
          onChange={setTyped}
          placeholder="wss://…"
          inputMode="url"
          autoComplete="off"
          error={wrong ? "Enter an address that begins with wss:// (or ws://localhost), without a user name, password or query" : null}
        />
        <Button type="submit" isDisabled={wrong || wanted === address}>
          Use
        </Button>
      </form>
      <p className="text-muted text-small">Empty: this device.</p>
      {address === "" || address === reachable ? null : (
        <Caution>
          Reload the page to connect to a new socket.{" "}
          <Button size="small" onPress={() => location.reload()}>
            Reload
          </Button>
        </Caution>
      )}
    </div>
  );
}
