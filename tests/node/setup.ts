import { spawnSync } from "node:child_process";

/** Builds the command, unless the check script has just done so. */
export default function setup(): void {
  if (process.env.FRESH_BUILD === "1") return;
  const env = { ...process.env, NODE_ENV: "production" };
  const build = spawnSync(process.execPath, ["node_modules/vite/bin/vite.js", "build", "-c", "scripts/command.config.ts", "-l", "warn"], {
    stdio: "inherit",
    env,
  });
  if (build.status !== 0) throw new Error("the command could not be built");
}
