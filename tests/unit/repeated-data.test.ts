import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { findSources } from "../../workers/node/data/find-sources";

vi.mock(import("node:fs/promises"), async (original) => {
  const actual = await original();
  return { ...actual, stat: vi.fn(actual.stat) as unknown as typeof actual.stat };
});

it("a file named many times in a plan is looked at once", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "prospect-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const [one, other] = ["a.csv", "b.csv"].map((name) => join(cwd, name));
  for (const path of [one, other]) writeFileSync(path, "Close\n1\n2\n");
  const data = Array.from({ length: 1000 }, (_, k) => (k % 2 === 0 ? other : one));
  const found = await findSources(data, null, join(cwd, "rows.csv"));
  expect(found).toEqual([other, one].map((from) => ({ kind: "text", from })));
  expect(vi.mocked(stat).mock.calls.map(([path]) => path)).toEqual([other, one]);
});
