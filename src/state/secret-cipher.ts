import type { DeviceText } from "../lib/device-text.ts";
import { withDeviceKeys } from "./device-keys";

const NAME = "device";
const MARK = "sealed.v1.";
const IV_BYTES = 12;

/** The key of this device, which the browser uses and never shows: no script can read it out of the database. */
async function deviceKey(): Promise<CryptoKey> {
  const kept: unknown = await withDeviceKeys("readonly", (keys) => keys.get(NAME));
  if (kept instanceof CryptoKey) return kept;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await withDeviceKeys("readwrite", (keys) => keys.put(made, NAME));
  return made;
}

/** A secret as it may be on the device. Throws where the browser has no cryptography (a page without https) or no database. */
async function seal(secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await deviceKey(), new TextEncoder().encode(secret));
  return MARK + btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** What was sealed on this device; null where it cannot be opened any more. */
async function unseal(sealed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(sealed.slice(MARK.length)), (sign) => sign.charCodeAt(0));
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES) },
      await deviceKey(),
      bytes.subarray(IV_BYTES),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

/** Keeps a key on the device, sealed; until the tab is closed where the device refuses. */
export async function keepSealed(keeper: DeviceText, key: string): Promise<void> {
  keeper.hold(key);
  try {
    const sealed = await seal(key);
    // Another one may have been entered meanwhile, or this one forgotten.
    if (keeper.text() === key) keeper.keep(sealed);
  } catch {
    // No cryptography or no database here: the key in memory is all there is.
  }
}

/** The key itself, for the header of a call. */
export async function secretOf(keeper: DeviceText): Promise<string | null> {
  const text = keeper.text();
  return text?.startsWith(MARK) ? unseal(text) : text;
}
