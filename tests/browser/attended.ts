import { expect, vi } from "vitest";
import { userEvent } from "vitest/browser";

/** Presses a single key until it takes effect: its listeners are loaded only when the page is idle. */
export async function pressOnceAttended(key: string, happened: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!happened()) await userEvent.keyboard(key);
      expect(happened()).toBe(true);
    },
    { timeout: 15_000, interval: 200 },
  );
}
