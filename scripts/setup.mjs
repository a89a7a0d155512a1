// Makes a fresh clone ready: the right Node, the locked packages, the kernels, and (with --browser) a Chromium for the tests.
import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const OLDEST_NODE = [20, 19];

const stop = (message) => {
  console.error(message);
  process.exit(1);
};

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  stop(`Prospect needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

const modified = (...path) => statSync(join(root, ...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const npm = (...args) => {
  // npm is a script on Windows, so it needs a shell there; the arguments are fixed words.
  const run = spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (run.status !== 0) stop(`'npm ${args.join(" ")}' failed.`);
};

if (modified("node_modules", ".package-lock.json") < modified("package-lock.json")) {
  console.log("Installing packages...");
  npm("ci", "--include=dev", "--no-audit", "--no-fund");
}

const { buildKernels } = await import("./kernels.mjs");
await buildKernels().catch((error) => stop(error.message));

if (process.argv.includes("--browser")) {
  const { findChromium } = await import("./browsers.mjs");
  if (!(await findChromium())) installChromium();
  if (!(await findChromium())) stop("No Chromium could be installed; set CHROMIUM_PATH to one and run again.");
}

function installChromium() {
  console.log("Installing Chromium for the tests...");
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync("apt-get", ["--version"]).status === 0;
  try {
    if (isRoot && hasApt) {
      execFileSync("apt-get", ["update"], { stdio: "ignore" });
      const install = (name) =>
        spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], {
          stdio: "inherit",
          env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
        });
      install("chromium");
      // Not every system has it; flows are slower without, nothing else.
      install("chromium-headless-shell");
    } else {
      const cli = join(root, "node_modules", "playwright", "cli.js");
      execFileSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
    }
  } catch (error) {
    console.error(error.message);
  }
}
