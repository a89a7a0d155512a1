import * as v from "valibot";
import { usedSpace } from "../../workers/capabilities";
import { type Count, type Fraction, type Millis, WORKSPACE } from "../../workers/contract";
import { compute, defaultThreads, storage } from "../client/compute";
import { localFetch } from "../client/local-api";
import { keepsFiles } from "../lib/capabilities";
import { PressureWatch, ThreadMemory } from "./device-load";

export type Health = "healthy" | "degraded" | "down";

/** A system's status: of this device as measured, or of a host as reported by its socket. Null if unknown. */
export interface SystemStatus {
  timestamp: Millis;
  /** Percent, and degrees Celsius. */
  cpu: { usage: number | null; temperature: number | null };
  /** Megabytes. */
  memory: { total: number | null; used: number | null; free: number | null };
  /** Megabits per second, and milliseconds. */
  network: { bandwidth: number | null; latency: number | null };
  /** Gigabytes. */
  storage: { total: number | null; used: number | null; free: number | null };
  services: Record<"database" | "api" | "cache", string>;
  /** This device only: CPU pressure as a word, and megabytes of the page with all its workers. */
  here?: { pressure: string | null; withWorkers: number | "measuring" | null };
}

const figure = v.optional(v.nullable(v.pipe(v.number(), v.finite())), null);
const room = v.object({ total: figure, used: figure, free: figure });
const health = v.optional(v.pipe(v.string(), v.maxLength(40)), "unknown");

/** A time without zone ("Z", "GMT", "+01:00") is UTC, as in data. */
const timeOf = (text: string): number => Date.parse(/(?:[a-z]|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);

/** Message of a host's socket: a missing figure is unknown, an invalid one invalidates the message. */
const messageSchema = v.object({
  timestamp: v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.transform(timeOf), v.finite())]),
  cpu: v.object({ usage: figure, temperature: figure }),
  memory: room,
  network: v.object({ bandwidth: figure, latency: figure }),
  storage: room,
  services: v.object({ database: health, api: health, cache: health }),
});

export function readStatus(message: unknown): SystemStatus | null {
  const parsed = v.safeParse(messageSchema, message);
  return parsed.success ? parsed.output : null;
}

/** Share of the workers' time spent on jobs since the last reading. */
export class BusyMeter {
  private busy = 0;
  private began: Millis;
  private changed: Millis;
  private running: Count = 0;

  constructor(
    private readonly threads: () => Count,
    private readonly now: () => Millis = () => performance.now(),
  ) {
    this.began = this.changed = now();
  }

  /** Sets the number of running jobs. */
  take(running: Count): void {
    const now = this.now();
    this.busy += this.running * (now - this.changed);
    this.changed = now;
    this.running = Math.min(running, this.threads());
  }

  read(): Fraction {
    this.take(this.running);
    const span = this.changed - this.began;
    const share = span > 0 ? Math.min(1, this.busy / (span * this.threads())) : 0;
    this.began = this.changed;
    this.busy = 0;
    return share;
  }
}

interface Connection {
  downlink?: number;
}
interface Heap {
  usedJSHeapSize: number;
  jsHeapSizeLimit: number;
}

const MEGABYTE = 2 ** 20;
const GIGABYTE = 2 ** 30;
/** Slower answers count as unhealthy. */
const SLOW: Millis = 1500;
const DEAD: Millis = 5000;

async function timed(work: () => Promise<boolean>): Promise<{ health: Health; millis: Millis | null }> {
  const began = performance.now();
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), DEAD));
  const fine = await Promise.race([work().catch(() => false), late]);
  const millis = performance.now() - began;
  if (!fine) return { health: "down", millis: null };
  return { health: millis > SLOW ? "degraded" : "healthy", millis };
}

/** Whether the files of the app are cached for offline use. */
async function cacheHealth(): Promise<Health> {
  if (!keepsFiles()) return "down";
  try {
    const kept = (await caches.keys()).some((name) => name.includes("precache"));
    return kept ? "healthy" : "degraded";
  } catch {
    return "down";
  }
}

/** Measures this device on each call. */
export function deviceProbe(): { measure(): Promise<SystemStatus>; stop(): void } {
  const meter = new BusyMeter(defaultThreads);
  const pressure = new PressureWatch();
  const threads = new ThreadMemory();
  const stop = compute.subscribe(() => meter.take(compute.jobs().filter(({ progress }) => progress !== null).length));
  return {
    stop: () => {
      stop();
      pressure.stop();
    },
    async measure() {
      const heap = (performance as unknown as { memory?: Heap }).memory;
      const link = (navigator as unknown as { connection?: Connection }).connection;
      const [database, api, cache, space, ping] = await Promise.all([
        timed(async () => (await storage.run("probe-database", { workspace: WORKSPACE }, { cache: false })).ok),
        timed(async () => (await localFetch(new Request("/api/openapi.json"))).ok),
        cacheHealth(),
        usedSpace(),
        timed(async () => (await fetch("/manifest.webmanifest", { cache: "no-store" })).ok),
      ]);
      const total = space && space.available / GIGABYTE;
      const used = space && space.used / GIGABYTE;
      return {
        timestamp: Date.now(),
        cpu: { usage: 100 * meter.read(), temperature: null },
        memory: heap
          ? {
              total: heap.jsHeapSizeLimit / MEGABYTE,
              used: heap.usedJSHeapSize / MEGABYTE,
              free: (heap.jsHeapSizeLimit - heap.usedJSHeapSize) / MEGABYTE,
            }
          : { total: null, used: null, free: null },
        network: { bandwidth: link?.downlink ?? null, latency: ping.millis },
        storage: { total, used, free: total === null || used === null ? null : total - used },
        services: { database: database.health, api: api.health, cache },
        here: { pressure: pressure.read(), withWorkers: threads.read() },
      };
    },
  };
}
