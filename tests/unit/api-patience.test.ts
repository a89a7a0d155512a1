import { describe, expect, it } from "vitest";
import { type AnsweringPage, askPages } from "../../workers/api/question";
import { succeed } from "../../workers/contract";

const QUESTION = { kind: "symbols", question: {} } as unknown as Parameters<typeof askPages>[1];

/** A page whose busy thread delays its replies; `asked` counts its requests, `withdrawn` those taken back. */
function page(busy: number, value: string): AnsweringPage & { asked: number; withdrawn: number } {
  const self = {
    asked: 0,
    withdrawn: 0,
    postMessage(_: unknown, [port]: Transferable[]) {
      self.asked++;
      const own = port as MessagePort;
      own.onmessage = () => {
        self.withdrawn++;
        own.close();
      };
      if (!Number.isFinite(busy)) return;
      setTimeout(() => {
        own.postMessage({ type: "taken" });
        own.postMessage({ type: "answer", outcome: succeed(value) });
      }, busy);
    },
  };
  return self;
}
const ask = (pages: AnsweringPage[], there: boolean, signal = new AbortController().signal) =>
  askPages(pages, QUESTION, signal, async () => there);

describe("an API request", () => {
  it("waits for a busy open page, also with 50 requests at once", async () => {
    const busy = page(4500, "late");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => ask([busy], true)));
    expect(outcomes).toEqual(Array.from({ length: 50 }, () => succeed("late")));
    expect(busy.asked).toBe(50);
  });

  it("moves on to another page, and releases the previous one", async () => {
    const [silent, quick] = [page(Number.POSITIVE_INFINITY, ""), page(0, "quick")];
    expect(await ask([silent, quick], true)).toEqual(succeed("quick"));
    await expect.poll(() => silent.withdrawn).toBe(1);
  });

  it("reports at once that no page can compute", async () => {
    const silent = page(Number.POSITIVE_INFINITY, "");
    expect(await ask([silent], false)).toMatchObject({ ok: false, failure: { code: "not-loaded" } });
    expect(await ask([], false)).toMatchObject({ ok: false, failure: { code: "not-loaded" } });
  });

  it("ends at once when the caller disconnects", async () => {
    const controller = new AbortController();
    const silent = page(Number.POSITIVE_INFINITY, "");
    const asked = ask([silent], true, controller.signal);
    controller.abort();
    expect(await asked).toMatchObject({ ok: false, failure: { code: "canceled" } });
  });
});
