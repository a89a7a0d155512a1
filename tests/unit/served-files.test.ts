import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { servedFiles } from "../../workers/node/data/inside";
import { FolderSource } from "../../workers/node/host/folder-source";

it("a host serves the files of its folder, but no link that leads out of it", async () => {
  const home = mkdtempSync(join(tmpdir(), "served-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const data = join(home, "data");
  mkdirSync(join(data, "within"), { recursive: true });
  const text = "Date,Close\n2024-01-02,1\n2024-01-03,2\n";
  for (const path of [join(data, "own.csv"), join(data, "within", "deep.csv"), join(home, "secret.csv")]) writeFileSync(path, text);
  symlinkSync(join(home, "secret.csv"), join(data, "out.csv"));
  symlinkSync(home, join(data, "home"));
  symlinkSync(join(data, "own.csv"), join(data, "alias.csv"));
  symlinkSync(join(home, "gone.csv"), join(data, "broken.csv"));
  expect(await servedFiles(data)).toEqual(["alias.csv", "own.csv", join("within", "deep.csv")].map((name) => join(data, name)));

  const source = new FolderSource(data);
  expect(await source.find("out")).toBeNull();
  expect(await source.find("own")).toMatchObject({ from: join(data, "own.csv") });
  // What was listed as a file becomes a link before anything looks again.
  rmSync(join(data, "own.csv"));
  symlinkSync(join(home, "secret.csv"), join(data, "own.csv"));
  expect(await source.find("own")).toBeNull();
});
