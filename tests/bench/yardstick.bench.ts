import { expect, it } from "vitest";
import { report } from "./measure";
import { type Floor, measureYardstick } from "./yardstick";

it("the machine itself", async ({ task }) => {
  const { yardstick, timings } = await measureYardstick();
  for (const millis of Object.values(yardstick)) expect(millis).toBeGreaterThan(0);
  task.meta.yardstick = yardstick;
  const line = (floor: Floor) => `  ${timings[floor].name}: ${(yardstick[floor] * 1e6).toFixed(3)} ns`;
  report(task.meta, `the machine's floors\n${(["chain", "division", "copy"] as const).map(line).join("\n")}`, [], {
    count: 1,
    unit: "value",
  });
});
