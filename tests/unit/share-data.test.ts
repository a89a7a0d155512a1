import { expect, it, vi } from "vitest";
import { isReadAlike } from "../../src/state/share-data";

vi.mock("../../src/client/compute", () => ({ compute: {}, storage: {} }));
vi.mock("../../src/state/run-list", () => ({ runBook: {} }));
vi.mock("../../src/state/runs", () => ({ runsWritten: async () => undefined }));
vi.mock("../../src/state/workspace", () => ({ workspace: {} }));

type Read = Parameters<typeof isReadAlike>[0];
const here: Read = {
  hash: "a",
  primary: 1,
  columns: [
    { name: "A", role: "value" },
    { name: "B", role: "log-return" },
  ],
};

it("data is put into a link only if it is read alike without this device's choices", () => {
  expect(isReadAlike(here, structuredClone(here))).toBe(true);
  const others: Partial<Read>[] = [
    // Day and month swapped, or another decimal separator.
    { hash: "b" },
    { primary: 0 },
    { columns: [here.columns[0], { name: "B", role: "value" }] },
    { columns: [here.columns[0]] },
    { columns: [here.columns[0], { name: "C", role: "log-return" }] },
  ];
  for (const other of others) expect([other, isReadAlike(here, { ...here, ...other })]).toEqual([other, false]);
});
