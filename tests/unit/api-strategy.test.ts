import * as v from "valibot";
import { expect, it } from "vitest";
import { savedStrategy, strategySchema } from "../../src/state/strategy-body";
import { bodyOf, describe, engineStrategy, storedStrategy } from "../../workers/api/strategy";

const REQUEST = {
  name: "Reversion",
  type: "mean_reversion",
  parameters: { lookback_period: 30, entry_threshold: 2, exit_threshold: 0.5 },
  risk_constraints: { max_position_size: 100_000, stop_loss: 0.03 },
} as const;
const record = (body: unknown) => ({ id: "a", kind: "strategy" as const, createdAt: 0, changedAt: 0, removedAt: null, body });

it("stores strategies in the Strategy Builder's form, and fields only the API sets survive a save there", () => {
  const kept = v.parse(strategySchema, bodyOf(REQUEST));
  const edited = savedStrategy({ ...kept, parameters: { ...kept.parameters, trailingStop: 0.1 } }, kept, 1);
  const read = storedStrategy(record(edited));
  expect(read && describe(read)).toMatchObject({ ...REQUEST, strategy_id: "a", status: "active" });
  expect(read && engineStrategy(read).parameters).toMatchObject({ lookback: 30, stopLoss: 0.03, takeProfit: 0, trailingStop: 0.1 });
});

it("reads a strategy of an earlier version, which has only name and status", () => {
  expect(storedStrategy(record({ name: "Old", status: "inactive" }))).toMatchObject({
    type: "momentum",
    parameters: { lookback: 20, threshold: 1.5 },
  });
  expect(storedStrategy(record({ name: 5 }))).toBeNull();
});
