import { build, type Plugin } from "vite";

/** Builds the command `prospect` along with the page. */
export function command(): Plugin {
  return {
    name: "prospect-command",
    apply: "build",
    async closeBundle() {
      await build({ configFile: "scripts/command.config.ts", logLevel: "warn" });
    },
  };
}
