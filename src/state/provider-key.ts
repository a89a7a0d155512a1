import { DeviceText } from "../lib/device-text.ts";
import { type Source, sourceAtom } from "./source-atom";

/**
 * The key of the language-model provider. It is stored apart from the settings, so that no export, backup, link or log can contain it, and
 * encrypted on the device; only the code that calls the provider reads it (`secret-cipher`).
 */
export class ProviderKey extends DeviceText implements Source<boolean> {
  /** @param device returns the storage; may throw if the browser refuses */
  constructor(device: () => Storage) {
    super(device, "prospect.provider-key");
  }

  /** Whether there is a key, without revealing it. */
  read = (): boolean => this.text() !== null;
}

export const providerKey = new ProviderKey(() => localStorage);

/** Whether a key is stored. */
export const hasProviderKeyAtom = sourceAtom(providerKey);
