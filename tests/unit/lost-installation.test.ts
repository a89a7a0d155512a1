import { describe, expect, it } from "vitest";
import { recoverInstallation } from "../../src/client/lost-installation";

const PAUSE = 5;

/** A registration whose worker is installing, answers each check accordingly, and after the last answer has the state `after`. */
function found(answers: readonly boolean[], { after = "installing", active = false } = {}) {
  const log: string[] = [];
  const left = [...answers];
  const worker = {
    state: "installing",
    postMessage({ type }: { type: string }, [port]: MessagePort[]) {
      log.push(type);
      port.postMessage(left.shift());
      port.close();
      if (left.length === 0) setTimeout(() => Object.assign(worker, { state: after }), 1);
    },
  };
  const registration = { installing: worker, active: active ? {} : null, unregister: async () => log.push("unregistered") };
  return { log, done: recoverInstallation(registration as unknown as ServiceWorkerRegistration, PAUSE) };
}

describe("an installation started by an earlier page", () => {
  it("is undone if its worker has stopped but still counts as installing", async () => {
    const { log, done } = found([true, true, false, false]);
    await done;
    expect(log).toEqual([...Array(4).fill("IS_INSTALLING"), "unregistered"]);
  });

  it("is awaited while its worker is running, and left alone once it succeeds or fails", async () => {
    for (const after of ["installed", "activated", "redundant"]) {
      const { log, done } = found([true, false, true], { after });
      await done;
      expect(log, after).toEqual(Array(3).fill("IS_INSTALLING"));
    }
  });

  it("is left alone if it is an update of an existing one", async () => {
    const { log, done } = found([false, false], { active: true });
    await done;
    expect(log).toEqual([]);
  });
});
