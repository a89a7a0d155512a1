import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { COMMAND, ended, folder, run, start, writePrices } from "./command";

/** Files a failed run leaves beside its results. */
const REMAINS = ["", ".part", ".run.json"];

it("folders with links that lead back to them are read once", async () => {
  const cwd = folder();
  mkdirSync(join(cwd, "loop"));
  writePrices(join(cwd, "loop", "a.csv"), 1, 120);
  for (const [name, to] of [
    ["self", "."],
    ["again", "../loop"],
    ["up", ".."],
  ])
    symlinkSync(to, join(cwd, "loop", name));
  mkdirSync(join(cwd, "other"));
  writePrices(join(cwd, "other", "b.csv"), 2, 120);
  const { code, err } = await run(cwd, "risk", "loop", "-o", "rows.csv");
  expect([code, err]).toEqual([0, expect.stringContaining("2 answered, 0 failed")]);
  expect(readFileSync(join(cwd, "rows.csv"), "utf8").match(/^\w+,[^,]+/gm)).toEqual([
    "series,source",
    "a,loop/a.csv",
    "b,loop/up/other/b.csv",
  ]);
});

it("results never overwrite data, by whatever path they are reached", async () => {
  const cwd = folder();
  mkdirSync(join(cwd, "data"));
  writePrices(join(cwd, "data", "a.csv"), 1, 120);
  const before = readFileSync(join(cwd, "data", "a.csv"), "utf8");
  symlinkSync("data", join(cwd, "linked"));
  symlinkSync("data/a.csv", join(cwd, "link.csv"));
  linkSync(join(cwd, "data", "a.csv"), join(cwd, "hard.csv"));
  for (const [data, output] of [
    ["data/a.csv", "linked/a.csv"],
    ["data", "linked/a.csv"],
    ["link.csv", "data/a.csv"],
    ["data/a.csv", "link.csv"],
    ["hard.csv", "data/a.csv"],
  ]) {
    const { code, err } = await run(cwd, "risk", data, "-o", output);
    expect([data, output, code, err]).toEqual([data, output, 2, expect.stringContaining("is one of the data files")]);
    expect(readFileSync(join(cwd, "data", "a.csv"), "utf8")).toBe(before);
  }
});

it("a path where no results can be written is named, before anything is computed where that is known", async () => {
  const cwd = folder();
  writePrices(join(cwd, "a.csv"), 1, 120);
  mkdirSync(join(cwd, "folder.csv"));
  mkdirSync(join(cwd, "held.csv.part"));
  for (const [output, said] of [
    ["folder.csv", "folder.csv is a folder: name another file for the results."],
    ["a.csv/rows.csv", "There is no folder a.csv for the results."],
    [`${"n".repeat(250)}.csv`, "ENAMETOOLONG"],
    ["held.csv", "EISDIR"],
  ]) {
    const { code, err } = await run(cwd, "risk", "a.csv", "-o", output);
    expect([output, code]).toEqual([output, 2]);
    expect(err).toContain(said);
    expect(err).not.toMatch(/^ +at /m);
  }
  expect(REMAINS.slice(1).some((end) => existsSync(join(cwd, `folder.csv${end}`)))).toBe(false);
});

it("a run whose output is no longer read stops in good order, and resumes later", async () => {
  const cwd = folder();
  mkdirSync(join(cwd, "prices"));
  for (let k = 0; k < 24; k++) writePrices(join(cwd, "prices", `s${k}.csv`), k, 300);
  const child = start(cwd, "risk", "prices", "--json", "--threads", "1", "-o", "rows.csv");
  const end = ended(child);
  await once(child.stdout, "data");
  child.stdout.destroy();
  const { code, err } = await end;
  expect([code, err]).toEqual([130, expect.stringMatching(/^Stopped after \d+ of 24\. Run the same command to resume\.\n$/)]);
  expect(existsSync(join(cwd, "rows.csv.journal"))).toBe(true);
  expect((await run(cwd, "risk", "prices", "--threads", "1", "-o", "rows.csv")).err).toContain("24 answered, 0 failed");
});

it.each([
  ["a text", "far.csv", [], "Stopped after 0 of 1."],
  ["a text whose columns are listed", "far.csv", ["--column", "*"], "Stopped while finding the data."],
  ["a Parquet file", "far.parquet", [], "Stopped while finding the data."],
])("one Ctrl+C ends a run that waits for %s from an address that sends nothing", async (_, name, more, words) => {
  const cwd = folder();
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
  const child = start(cwd, "risk", address, ...more, "-o", "rows.csv");
  const end = ended(child);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(server, "request");
  child.kill("SIGINT");
  expect(await end).toMatchObject({ code: 130, err: expect.stringContaining(`${words} Run the same command to resume.`) });
  expect(existsSync(join(cwd, "rows.csv"))).toBe(false);
});

it("file names neither start new lines nor move the cursor; names that every object has are unknown settings", async () => {
  const cwd = folder();
  const { err } = await run(cwd, "risk", "gone\n3 answered.csv", "gone\u001bc\u202e.csv", "-o", "rows.csv");
  // Two threads answer, in either order.
  expect(new Set(err.split("\n").slice(0, 2))).toEqual(
    new Set(["gone[U+A]3 answered.csv: Failed to read file", "gone[U+1B]c[U+202E].csv: Failed to read file"]),
  );
  expect((await run(cwd, "risk", "\u001b[31m*.csv", "-o", "rows.csv")).err).toContain("No file matches [U+1B][31m*.csv.");
  for (const name of ["__proto__", "constructor"]) {
    writeFileSync(join(cwd, "plan.json"), `\ufeff{"data":["a.csv"],"question":"risk","settings":{"${name}":1}}`);
    expect(await run(cwd, "run", "plan.json")).toMatchObject({
      code: 2,
      err: expect.stringContaining(`The question risk has no setting ${name}.`),
    });
  }
});

it.skipIf(process.platform === "win32")("what may never end is named and not opened; what another program hands over is read", async () => {
  const cwd = folder();
  writePrices(join(cwd, "a.csv"), 1, 120);
  execFileSync("mkfifo", ["pipe.csv", "pipe.parquet"], { cwd });
  const words = "A pipe or a device may never end: save its content as a file.";
  const { code, err } = await run(cwd, "risk", "a.csv", "pipe.csv", "/dev/zero", "/dev/null", "-o", "rows.csv");
  expect([code, err]).toEqual([1, expect.stringContaining("1 answered, 3 failed")]);
  expect(err).toContain("/dev/null: Invalid CSV format");
  for (const name of ["pipe.csv", "/dev/zero"]) expect(err).toContain(`${name}: ${words}`);
  expect(await run(cwd, "risk", "pipe.parquet", "-o", "rows.csv")).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  const piped = 'cat a.csv | "$0" "$1" risk /dev/stdin -o rows.csv';
  expect((await ended(spawn("sh", ["-c", piped, process.execPath, COMMAND], { cwd }))).err).toContain("1 answered, 0 failed");
});

it.runIf(process.platform === "linux")("a file whose name is not UTF-8 is named with the reason, and the others are answered", async () => {
  const cwd = folder();
  writePrices(join(cwd, "a.csv"), 1, 120);
  writeFileSync(Buffer.concat([Buffer.from(`${cwd}/caf`), Buffer.from([0xe9]), Buffer.from(".csv")]), "Close\n1\n2\n");
  const { code, err } = await run(cwd, "risk", ".", "-o", "rows.jsonl");
  expect([code, err]).toEqual([1, expect.stringContaining("caf\ufffd.csv: The name of the file is not UTF-8: rename the file.")]);
  expect(err).toContain("1 answered, 1 failed");
});
