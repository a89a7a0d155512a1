import { describe, expect, it } from "vitest";
import { serviceWorkerInControl } from "../../src/client/service-worker-control";
import { expectServiceWorker, serviceWorkerRegistered } from "../../src/client/service-worker-registration";

/** A container as the browser has one on a first visit; `installing` is there once it is registered. */
function container() {
  const events = new EventTarget();
  const installing = Object.assign(new EventTarget(), { state: "installing" });
  let registration: { installing: typeof installing } | undefined;
  const fake = Object.assign(events, { controller: null as unknown, getRegistration: async () => registration });
  return {
    fake: fake as unknown as ServiceWorkerContainer,
    register: () => {
      registration = { installing };
      serviceWorkerRegistered();
    },
    control: () => {
      fake.controller = {};
      events.dispatchEvent(new Event("controllerchange"));
    },
    fail: () => {
      installing.state = "redundant";
      installing.dispatchEvent(new Event("statechange"));
    },
  };
}

async function order(run: (log: string[], part: ReturnType<typeof container>) => Promise<void>): Promise<string[]> {
  const log: string[] = [];
  const part = container();
  expectServiceWorker();
  const waiting = serviceWorkerInControl(part.fake).then(() => log.push("free"));
  await run(log, part);
  await waiting;
  return log;
}
const moment = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("a feed connected in the first second of the first visit", () => {
  it("waits for a service worker that is not yet registered", async () => {
    const log = await order(async (log, { register, control }) => {
      await moment();
      log.push("registered");
      register();
      await moment();
      log.push("in control");
      control();
    });
    expect(log).toEqual(["registered", "in control", "free"]);
  });

  it("proceeds if the installation fails or the registration is refused", async () => {
    const failed = await order(async (log, { register, fail }) => {
      register();
      await moment();
      log.push("failed");
      fail();
    });
    expect(failed).toEqual(["failed", "free"]);
    expect(
      await order(async (log) => {
        log.push("refused");
        serviceWorkerRegistered();
      }),
    ).toEqual(["refused", "free"]);
  });
});
