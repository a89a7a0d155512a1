// Prepares a fresh clone: the right Node, the locked packages, the kernels, and (with --browser) a Chromium, a Firefox and a Redis for the
// tests, and (with --webkit) a WebKitGTK for those of `npm run test:all`.
import { spawnSync } from "node:child_process";
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
  // npm is a script on Windows, so it needs a shell there; the arguments are constants.
  const run = spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (run.status !== 0) stop(`'npm ${args.join(" ")}' failed.`);
};

if (modified("node_modules", ".package-lock.json") < modified("package-lock.json")) {
  console.log("Installing packages...");
  npm("ci", "--include=dev", "--no-audit", "--no-fund");
}

const { patchLibraries } = await import("./library-patches.mjs");
patchLibraries();

const { buildKernels } = await import("./kernels.mjs");
await buildKernels().catch((error) => stop(error.message));

if (process.argv.includes("--browser")) {
  const { findChromium, findFirefox, hasWebKit } = await import("./browsers.mjs");
  if (!(await findChromium())) {
    console.log("Installing Chromium for the tests...");
    // Not every system has the headless one; without it, flows are just slower.
    if (byPackages()) installPackages("chromium", "chromium-headless-shell");
    else download("chromium");
  }
  if (!(await findChromium())) stop("No Chromium could be installed; set CHROMIUM_PATH to one and run again.");
  if (!findFirefox() && byPackages()) {
    console.log("Installing Firefox for the tests...");
    installPackages("firefox-esr");
    // Works where the system's package has this name.
    if (!findFirefox()) installPackages("firefox");
  }
  if (!findFirefox()) console.warn("No Firefox could be installed: its tests are skipped. Set FIREFOX_PATH to one to run them.");
  if (process.argv.includes("--webkit") && !hasWebKit() && byPackages()) {
    console.log("Installing WebKitGTK for the tests...");
    installPackages("webkit2gtk-driver", "xvfb");
  }
  const { findRedis } = await import("./redis.mjs");
  if (!findRedis() && byPackages()) {
    console.log("Installing Redis for the tests...");
    installPackages("redis-server");
  }
  if (!findRedis()) console.warn("No Redis could be installed: the tests on a cluster are skipped. Set REDIS_SERVER to one to run them.");
}

/** Whether the system's packages can be installed. */
function byPackages() {
  return process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
}

function installPackages(...names) {
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const name of names) spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], { stdio: "inherit", env });
}

function download(browser) {
  spawnSync(process.execPath, [join(root, "node_modules", "playwright", "cli.js"), "install", browser], { stdio: "inherit" });
}
