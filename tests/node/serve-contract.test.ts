import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { holdToContract } from "../fixtures/api-contract";
import { contractFolder, startHost } from "./host";

/* The API contract that the page's app is tested with, over the network. */
const cwd = mkdtempSync(join(tmpdir(), "prospect-"));
contractFolder(cwd);
const host = await startHost(cwd, "--portfolio", "portfolio.csv");
const before = host.said();
afterAll(async () => {
  await host.stop();
  rmSync(cwd, { recursive: true, force: true });
});

await holdToContract({ host: host.url, fetch, token: host.token, operations: 19 });

it("none of the calls was a bug", () => expect(host.said()).toBe(before));
