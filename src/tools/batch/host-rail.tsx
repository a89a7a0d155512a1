import { useAtomValue } from "jotai";
import { memo } from "react";
import { apiSecret, apiSecretAtom } from "../../state/api-connection";
import { settingsAtom } from "../../state/settings";
import { RailSection } from "../../ui/panel.tsx";
import { SecretField } from "../../ui/secret-field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { BatchInputs } from "./settings";

interface HostRailProps {
  inputs: Pick<BatchInputs, "where" | "hostFiles">;
  change: (changes: Partial<BatchInputs>) => void;
}

/** Chooses where to compute if a host is set as base URL: data are uploaded to it, or already in its folder. */
export const HostRail = memo(function HostRail({ inputs: { where, hostFiles }, change }: HostRailProps) {
  const { apiHost } = useAtomValue(settingsAtom);
  const secret = useAtomValue(apiSecretAtom);
  const { host } = new URL(apiHost);
  return (
    <RailSection title="Computing">
      <Select
        label="Computed on"
        value={where}
        options={[
          { value: "host", label: host },
          { value: "device", label: "This device" },
        ]}
        onChange={(next) => change({ where: next })}
      />
      {where === "host" ? (
        <>
          <SecretField
            label="API Key"
            value={secret}
            onChange={apiSecret.use}
            placeholder="Enter your API key"
            hint="With the scope backtest, and data to open a series; kept in memory until this tab is closed, and sent only to this host"
          />
          <TextField
            label="Files on the host"
            value={hostFiles}
            onChange={(next) => change({ hostFiles: next })}
            placeholder="prices/*.csv"
            hint="In its data folder; without any, the data of this page is sent"
            autoComplete="off"
          />
        </>
      ) : null}
    </RailSection>
  );
});
