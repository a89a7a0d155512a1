import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { summarizeRowsIn } from "../../workers/node/cluster/tell-part";
import { readArguments } from "../../workers/node/command/arguments";
import { findSources } from "../../workers/node/data/find-sources";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "results-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it("results do not replace data, and are not data themselves", async () => {
  const home = folder();
  const [prices, fits] = [join(home, "prices.csv"), join(home, "fits.csv")];
  writeFileSync(prices, "Date,Close\n2024-01-02,1\n2024-01-03,2\n");
  // Named from the folder the command runs in, where that is shorter.
  const refused = /prices\.csv is one of the data files: choose another file for the results\.$/;
  for (const data of [[prices], [home], [join(home, "*.csv")]]) await expect(findSources(data, null, prices)).rejects.toThrow(refused);
  // Results of an earlier run, told by what stands beside them: replaced by the same run, and no data of another.
  writeFileSync(fits, "series,answer\n");
  writeFileSync(`${fits}.run.json`, "{}");
  for (const output of [fits, join(home, "other.csv")]) {
    expect(await findSources([home], null, output)).toEqual([{ kind: "text", from: prices }]);
  }
  await expect(findSources([fits], null, fits)).rejects.toThrow("is one of the data files");
  expect(existsSync(prices) && readFileSync(prices, "utf8")).toContain("2024-01-03,2");
});

it("a part of a run may lack its last line break", () => {
  const path = join(folder(), "part");
  const rows = '[{"series":"a"}]\n[{"series":"b"}]';
  writeFileSync(path, `${createHash("sha256").update(rows).digest("hex")}\n${rows}`);
  const told = summarizeRowsIn(path);
  expect(told && [...told.lines.lengths]).toEqual([16, 16]);
});

it("the number of threads is within a machine's limits", () => {
  const asked = (threads: string) => () => readArguments(["risk", "prices.csv", "--threads", threads]);
  expect(asked("256")()).toMatchObject({ how: { threads: 256 } });
  for (const threads of ["0", "257", "1e9", "Infinity", "x"]) {
    expect(asked(threads), threads).toThrow("--threads must be a whole number from 1 to 256.");
  }
});
