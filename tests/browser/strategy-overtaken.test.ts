import { parse } from "valibot";
import { afterEach, expect, it } from "vitest";
import { storage } from "../../src/client/compute";
import { Records } from "../../src/state/records";
import { strategies } from "../../src/state/strategies";
import { contentOf, type StrategyBody, savedStrategy, strategyContentSchema, strategySchema } from "../../src/state/strategy-body";
import { saveStrategy, setStatus } from "../../src/strategies/store";
import { toastQueue } from "../../src/ui/toast-queue.ts";

const other = new Records<StrategyBody>({ pool: storage, workspace: "prospect", kind: "strategy", schema: strategySchema });
afterEach(() => other.close());

const replaced = () => toastQueue.visibleToasts.filter(({ content }) => content.message.startsWith("Replaced another version"));

it("a strategy another tab has saved is named when it is replaced, though its status was changed here in between", async () => {
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
  // Told once: this tab goes on from its own.
  await saveStrategy({ ...contentOf(now()), name: "Ours" }, id);
  expect(replaced()).toHaveLength(1);
});
