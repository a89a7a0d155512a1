import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findRedis } from "../../scripts/redis.mjs";
import { freePort, onRedis, RedisServer } from "./cluster";
import { ended, folder, jsonOf, run, start, writePrices } from "./command";
import { startHost } from "./host";

/** A self-signed certificate and key for this machine. */
function makeCertificate(cwd: string): { key: string; certificate: string } {
  const [key, certificate] = [join(cwd, "key.pem"), join(cwd, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", certificate, ...subject],
    {
      stdio: "ignore",
    },
  );
  return { key, certificate };
}

/** Whether certificates can be made, and this Redis supports TLS: a build that does asks for its certificate. */
function hasTls(): boolean {
  if (spawnSync("openssl", ["version"]).status !== 0) return false;
  const { stdout } = spawnSync(findRedis() ?? "", ["--port", "0", "--tls-port", "1"], { encoding: "utf8", timeout: 10_000 });
  return stdout?.includes("No tls-cert-file configured") ?? false;
}

/** A Redis reached over TLS, with a password. */
async function encryptedRedis(cwd: string): Promise<{ url: string; certificate: string }> {
  const { key, certificate } = makeCertificate(cwd);
  const port = await freePort();
  const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate, "--tls-auth-clients", "no"];
  const server = await RedisServer.start(cwd, "--tls-port", String(port), ...files, "--requirepass", "secret");
  onTestFinished(() => server.end());
  return { url: `rediss://:secret@127.0.0.1:${port}`, certificate };
}

onRedis("a cluster whose Redis is encrypted", () => {
  it.skipIf(!hasTls())(
    "answers a run over rediss://, shows it as status and page, and is refused where its certificate is not trusted (skipped: this redis-server has no TLS)",
    async () => {
      const cwd = folder();
      for (let k = 0; k < 3; k++) writePrices(join(cwd, `p${k}.csv`), k, k === 2 ? 30 : 300);
      const { url, certificate } = await encryptedRedis(folder());
      const stranger = await run(cwd, "status", "--redis", url);
      expect(stranger).toMatchObject({ code: 2, err: expect.stringContaining("self-signed certificate") });
      expect(stranger.err).not.toContain("secret");

      process.env.NODE_EXTRA_CA_CERTS = certificate;
      onTestFinished(() => void delete process.env.NODE_EXTRA_CA_CERTS);
      const local = jsonOf(await run(cwd, "fit", "garch", "p*.csv", "-o", "here.csv", "--json"));
      const worker = start(cwd, "worker", "--redis", url, "--data", cwd, "--threads", "1");
      const workerEnd = ended(worker);
      onTestFinished(() => void worker.kill("SIGKILL"));
      const asked = await run("/", "fit", "garch", "p*.csv", "-o", "there.csv", "--json", "--redis", url);
      expect(jsonOf(asked).summary.digest).toBe(local.summary.digest);

      // A run that fails, with its reason, and one that waits for workers.
      writeFileSync(join(cwd, "broken.parquet"), "no Parquet");
      const failing = await run("/", "fit", "garch", "broken.parquet", "-o", "failing.csv", "--json", "--redis", url);
      expect(failing.code).toBe(2);
      const status = JSON.parse((await run(cwd, "status", "--redis", url, "--json")).out) as { workers: unknown[] };
      expect(status.workers).toHaveLength(1);
      worker.kill("SIGTERM");
      await workerEnd;
      const waiting = start("/", "fit", "garch", "p*.csv", "-o", "later.csv", "--json", "--redis", url);
      onTestFinished(() => void waiting.kill("SIGKILL"));

      const other = folder();
      mkdirSync(join(other, "data"));
      const host = await startHost(other, "--redis", url);
      onTestFinished(async () => void (await host.stop()));
      const page = async (path: string, password: string) =>
        fetch(host.url + path, { headers: { Authorization: `Basic ${Buffer.from(`operator:${password}`).toString("base64")}` } });
      expect((await fetch(`${host.url}/status`)).status).toBe(401);
      expect((await page("/status", "wrong")).status).toBe(401);
      await expect
        .poll(async () => (await (await page("/status/status.json", host.token)).json()) as unknown)
        .toMatchObject({ cluster: { workers: [], runs: [{ question: "garch", output: "later.csv", state: "waiting" }] } });
      const shown = await page("/status", host.token);
      const text = await shown.text();
      expect(text).toContain("later.csv");
      expect(text).toContain("No worker of this version is connected.");
      expect(text).not.toMatch(/<script|style=|secret/);
      expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'");
    },
  );
});
