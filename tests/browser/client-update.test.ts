import { describe, expect, it, vi } from "vitest";
import { Updates } from "../../src/client/update";

/** One tab, whose jobs are a switch and whose reloads are counted. */
function tab() {
  let busy = false;
  let heard = () => {};
  const reload = vi.fn();
  const updates = new Updates({
    busy: () => busy,
    subscribe: (listener) => {
      heard = listener;
      return () => {};
    },
    reload,
  });
  const setBusy = (value: boolean) => {
    busy = value;
    heard();
  };
  return { updates, reload, setBusy };
}

const lockHolders = async () => ((await navigator.locks.query()).held ?? []).filter(({ name }) => name === "prospect-busy").length;

describe("a new version", () => {
  it("is offered, and installed only on request", async () => {
    const { updates } = tab();
    const activate = vi.fn();
    expect(await updates.apply()).toBe(false);
    updates.offer(activate);
    expect(updates.read()).toEqual({ ready: true, busy: false });
    expect(activate).not.toHaveBeenCalled();
    expect(await updates.apply()).toBe(true);
    expect(activate).toHaveBeenCalledOnce();
  });

  it("waits while a job runs in this tab", async () => {
    const { updates, setBusy } = tab();
    const activate = vi.fn();
    updates.offer(activate);
    setBusy(true);
    expect(updates.read()).toEqual({ ready: true, busy: true });
    expect(await updates.apply()).toBe(false);
    setBusy(false);
    await expect.poll(lockHolders).toBe(0);
    expect(await updates.apply()).toBe(true);
    expect(activate).toHaveBeenCalledOnce();
  });

  it("waits while a job runs in another tab", async () => {
    const [here, there] = [tab(), tab()];
    const activate = vi.fn();
    here.updates.offer(activate);
    there.setBusy(true);
    await expect.poll(lockHolders).toBe(1);
    expect(await here.updates.apply()).toBe(false);
    there.setBusy(false);
    await expect.poll(lockHolders).toBe(0);
    expect(await here.updates.apply()).toBe(true);
  });

  it("reloads an idle tab when it has taken over, and a busy one only on request after its job", async () => {
    const { updates, reload, setBusy } = tab();
    setBusy(true);
    updates.taken();
    expect(reload).not.toHaveBeenCalled();
    expect(updates.read().ready).toBe(true);
    setBusy(false);
    await expect.poll(lockHolders).toBe(0);
    expect(reload).not.toHaveBeenCalled();
    await updates.apply();
    expect(reload).toHaveBeenCalledOnce();
    const idle = tab();
    idle.updates.taken();
    expect(idle.reload).toHaveBeenCalledOnce();
  });
});
