import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NO_FIGURES, PROOFS } from "../kernels/proofs";

const MODULES = "assembly/modules";
const exported = readdirSync(MODULES).flatMap((file) =>
  Array.from(readFileSync(join(MODULES, file), "utf8").matchAll(/export \{([^}]*)\}/g), ([, names]) => names.split(","))
    .flat()
    .map((name) => name.trim().replace(/^.* as /, ""))
    .filter((name) => name !== "" && name !== "staticEnd")
    .map((name) => `${file.replace(".ts", "")}.${name}`),
);

it("names a plain twin and a test for every exported kernel, and no missing kernels", () => {
  const proved = Object.values(PROOFS).flatMap((twins) => Object.values(twins).flat());
  expect(exported.length).toBeGreaterThan(300);
  expect(exported.filter((kernel) => !proved.includes(kernel) && !NO_FIGURES.includes(kernel))).toEqual([]);
  expect([...proved, ...NO_FIGURES].filter((kernel) => !exported.includes(kernel))).toEqual([]);
});

it("names existing tests and twins", () => {
  for (const [test, twins] of Object.entries(PROOFS)) {
    const path = `tests/kernels/${test}.test.ts`;
    expect(existsSync(path), path).toBe(true);
    for (const twin of Object.keys(twins)) {
      const [file, name] = twin.split(":");
      const text = readFileSync(`tests/kernels/reference/${file}.ts`, "utf8");
      expect(text, twin).toMatch(new RegExp(`^export (function|const) ${name}\\b`, "m"));
    }
  }
});
