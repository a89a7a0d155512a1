import { DeviceText } from "../lib/device-text.ts";
import { type Source, sourceAtom } from "./source-atom";

/**
 * The key of the language-model provider. It is kept apart from the settings, so that no export, backup, link or log can hold it, and
 * sealed where it is on the device; only whoever calls the provider reads it (`secret-cipher`).
 */
export class ProviderKey extends DeviceText implements Source<boolean> {
  /** @param device gives the storage; may throw where the browser refuses it */
  constructor(device: () => Storage) {
    super(device, "prospect.provider-key");
  }

  /** Whether there is one: components may know that much. */
  read = (): boolean => this.text() !== null;
}

export const providerKey = new ProviderKey(() => localStorage);
window.addEventListener("storage", providerKey.follow);

/** Whether a key is kept. */
export const hasProviderKeyAtom = sourceAtom(providerKey);
