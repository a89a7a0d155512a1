import { parse } from "valibot";
import { afterAll, expect, it, vi } from "vitest";
import { storage } from "../../src/client/compute";
import { Records } from "../../src/state/records";
import { strategies } from "../../src/state/strategies";
import { contentOf, type StrategyBody, savedStrategy, strategyContentSchema, strategySchema } from "../../src/state/strategy-body";
import { saveStrategy, setStatus } from "../../src/strategies/store";
import { toastQueue } from "../../src/ui/toast-queue.ts";

const other = new Records<StrategyBody>({ pool: storage, workspace: "prospect", kind: "strategy", schema: strategySchema });
afterAll(() => other.close());

const replaced = () => toastQueue.visibleToasts.filter(({ content }) => content.message.startsWith("Replaced another version"));

it("a strategy saved by another tab is named when it is replaced, though its status was changed here in between", async () => {
  const { id } = await saveStrategy(parse(strategyContentSchema, { name: "Ours", parameters: {}, behavioralFactors: {} }), null);
  await other.open();
  const now = () => strategies.find(id)?.body as StrategyBody;
  await other.change(id, savedStrategy({ ...contentOf(now()), name: "Theirs" }, now(), Date.now() + 1));
  await expect.poll(() => now().name).toBe("Theirs");
  const listed = strategies.find(id);
  if (listed) await setStatus(listed, "inactive");
  expect(now().status).toBe("inactive");
  expect(replaced()).toEqual([]);
  await saveStrategy({ ...contentOf(now()), name: "Ours again" }, id);
  expect(replaced().map(({ content }) => content.message)).toEqual(["Replaced another version of Theirs"]);
  expect(now().versions.map(({ name }) => name)).toEqual(["Ours again", "Theirs", "Ours"]);
  // Only once: this tab continues from its own version.
  await saveStrategy({ ...contentOf(now()), name: "Ours" }, id);
  expect(replaced()).toHaveLength(1);
});

it("a strategy that another tab saves while the list is read after a save here is named at the next save", async () => {
  const { id } = await saveStrategy(parse(strategyContentSchema, { name: "First", parameters: {}, behavioralFactors: {} }), null);
  await other.open();
  const now = () => strategies.find(id)?.body as StrategyBody;
  const own = { ...contentOf(now()), name: "Second" };
  const run = storage.run;
  const spy = vi.spyOn(storage, "run").mockImplementation(async (name, ...rest) => {
    const outcome = await run.call(storage, name, ...rest);
    if (name !== "save-record") return outcome;
    spy.mockRestore();
    // The other tab's save arrives before this tab has read the list.
    const list = vi.spyOn(storage, "run").mockImplementation(async (next, ...asked) => {
      list.mockRestore();
      await other.change(id, savedStrategy({ ...own, name: "Theirs" }, now(), Date.now() + 1));
      await expect.poll(() => strategies.before(id)).toBeDefined();
      return run.call(storage, next, ...asked);
    });
    return outcome;
  });
  await saveStrategy(own, id);
  expect(strategies.before(id)?.name).toBe("Second");
});
