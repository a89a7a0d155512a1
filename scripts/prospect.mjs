#!/usr/bin/env node
// The command. In a fresh clone, everything missing is built first.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const built = join(root, "dist-node", "prospect.mjs");

const run = (...args) => {
  // Build messages go to stderr, as stdout is for the command's result.
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
};
if (!existsSync(built)) {
  run(join("scripts", "setup.mjs"));
  run(join("node_modules", "vite", "bin", "vite.js"), "build", "-c", join("scripts", "command.config.ts"));
}
await import(pathToFileURL(built).href);
