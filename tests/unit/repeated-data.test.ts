import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { findSources } from "../../workers/node/data/find-sources";

it("a file named many times in a plan is looked at once", async () => {
  // Not a mock of the module: files of a process share it, and an earlier one may have loaded it already.
  const look = vi.spyOn(fs, "stat");
  syncBuiltinESMExports();
  onTestFinished(() => {
    look.mockRestore();
    syncBuiltinESMExports();
  });
  const cwd = mkdtempSync(join(tmpdir(), "prospect-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const [one, other] = ["a.csv", "b.csv"].map((name) => join(cwd, name));
  for (const path of [one, other]) writeFileSync(path, "Close\n1\n2\n");
  const data = Array.from({ length: 1000 }, (_, k) => (k % 2 === 0 ? other : one));
  const found = await findSources(data, null, join(cwd, "rows.csv"));
  expect(found).toEqual([other, one].map((from) => ({ kind: "text", from })));
  expect(look.mock.calls.map(([path]) => path)).toEqual([other, one]);
});
