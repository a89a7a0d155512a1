import { statfs } from "node:fs/promises";
import { availableParallelism, freemem, totalmem } from "node:os";

const MB = 2 ** 20;
const GB = 2 ** 30;

/** The system status in the specification's format; null for what the machine does not report. Memory in MB, storage in GB. */
export interface SystemHealth {
  timestamp: number;
  cpu: { usage: number | null; temperature: null };
  memory: { total: number; used: number; free: number };
  network: { bandwidth: null; latency: null };
  storage: { total: number | null; used: number | null; free: number | null };
  services: { database: Health; api: Health; cache: Health };
}
type Health = "healthy" | "degraded";

/** Measures this process and the disk of a folder; CPU use since the previous measurement, in percent of all processors. */
export class HealthProbe {
  private used = process.cpuUsage();
  private at = performance.now();

  constructor(private readonly folder: string) {}

  async read(): Promise<SystemHealth> {
    const [spent, now] = [process.cpuUsage(this.used), performance.now()];
    const usage = (100 * (spent.user + spent.system)) / 1000 / (now - this.at) / availableParallelism();
    [this.used, this.at] = [process.cpuUsage(), now];
    const disk = await statfs(this.folder).catch(() => null);
    const [total, free] = disk ? [(disk.blocks * disk.bsize) / GB, (disk.bavail * disk.bsize) / GB] : [null, null];
    const database: Health = disk ? "healthy" : "degraded";
    return {
      timestamp: Date.now(),
      cpu: { usage: Number.isFinite(usage) ? Math.min(100, usage) : null, temperature: null },
      memory: { total: totalmem() / MB, used: (totalmem() - freemem()) / MB, free: freemem() / MB },
      network: { bandwidth: null, latency: null },
      storage: { total, used: total !== null && free !== null ? total - free : null, free },
      services: { database, api: "healthy", cache: "healthy" },
    };
  }
}
