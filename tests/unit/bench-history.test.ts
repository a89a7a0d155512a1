import { expect, it } from "vitest";
import { runOf, slowdowns } from "../../scripts/bench-history.mjs";

const run = (commit: string, value: number, line = "EMA") => ({ commit, where: "Node", lines: { [line]: value } });

it("names the first commit of three consecutive slower runs, and no single slow run", () => {
  const steady = ["a", "b", "c"].map((commit) => run(commit, 1));
  expect(slowdowns([...steady, run("d", 1.2), run("e", 1.3), run("f", 1.2)])).toEqual([
    { where: "Node", line: "EMA", times: 1.2, commit: "d" },
  ]);
  expect(slowdowns([...steady, run("d", 2), run("e", 1), run("f", 1.2)])).toEqual([]);
  expect(slowdowns([...steady, run("d", 1.1), run("e", 1.1), run("f", 1.1)])).toEqual([]);
  expect(slowdowns([run("a", 1), run("b", 2), run("c", 2)])).toEqual([]);
});

it("keeps engines and benchmarks apart", () => {
  const chromium = [1, 1, 1, 1].map((value, index) => ({ ...run(`c${index}`, value), where: "Chromium" }));
  const node = [1, 2, 2, 2].map((value, index) => run(`n${index}`, value));
  expect(slowdowns([...chromium, ...node, ...[1, 1, 1, 1].map((value) => run("r", value, "RSI"))])).toEqual([
    { where: "Node", line: "EMA", times: 2, commit: "n1" },
  ]);
});

it("stores times relative to the reference, independent of the machine's speed", () => {
  const measured = (speed: number) => ({
    verdicts: [
      { what: "EMA: speed of a package", ours: 2 * speed, rival: 200 * speed },
      { what: "pyramid", ours: 5 * speed, floor: 4 * speed },
      { what: "mis-rounded" },
      { what: "native", ours: 3 },
    ],
    kernels: [{ kernel: "ema", n: 1000, nanos: 3 * speed }],
    yardstick: { chain: 1.5e-6 * speed },
  });
  const lines = { "EMA: speed of a package": 0.01, pyramid: 1.25, "ema, 1000: steps": 2 };
  expect(runOf("a", "Node", measured(1))).toEqual({ commit: "a", where: "Node", lines });
  expect(runOf("a", "Node", measured(3)).lines).toEqual(lines);
});
