import { expect, vi } from "vitest";
import { userEvent } from "vitest/browser";

/** Presses a single key until it does something: what listens to single keys comes once the page is quiet. */
export async function pressOnceAttended(key: string, happened: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!happened()) await userEvent.keyboard(key);
      expect(happened()).toBe(true);
    },
    { timeout: 15_000, interval: 200 },
  );
}
