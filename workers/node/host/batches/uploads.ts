import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiTexts, Problem } from "../../../api";
import type { Count, Millis } from "../../../contract";

/** Total size of all uploads in bytes. */
const MAX_BYTES = 2 ** 31;
const MAX_FILES: Count = 20_000;
/** An unused file is deleted after this time. */
const KEPT: Millis = 600_000;
const RETRY_SECONDS = 60;

interface Upload {
  path: string;
  bytes: number;
  /** Id of the key that uploaded it. */
  owner: string;
  /** Number of batches that read it. */
  users: Count;
  timer: ReturnType<typeof setTimeout>;
}

/** Files uploaded for batches; deleted when the host starts or ends, or when no longer needed. */
export class Uploads {
  private readonly files = new Map<string, Upload>();
  private bytes = 0;

  constructor(private readonly folder: string) {
    this.clear();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Stores a file. @returns its id */
  async keep(file: Blob, owner: string): Promise<string> {
    if (this.bytes + file.size > MAX_BYTES || this.files.size >= MAX_FILES)
      throw new Problem(503, "busy", apiTexts.busy, {}, { "Retry-After": String(RETRY_SECONDS) });
    this.bytes += file.size;
    const id = randomUUID();
    const path = join(this.folder, id);
    const upload: Upload = { path, bytes: file.size, owner, users: 0, timer: setTimeout(() => void this.drop(id), KEPT).unref() };
    this.files.set(id, upload);
    try {
      await writeFile(path, file.stream(), { mode: 0o600 });
    } catch (error) {
      await this.drop(id);
      throw error;
    }
    return id;
  }

  /** Path of an owner's file, held for a batch until `release`; null if there is none. */
  hold(id: string, owner: string): string | null {
    const upload = this.files.get(id);
    if (upload?.owner !== owner) return null;
    upload.users++;
    clearTimeout(upload.timer);
    return upload.path;
  }

  release(id: string): void {
    const upload = this.files.get(id);
    if (!upload || --upload.users > 0) return;
    upload.timer = setTimeout(() => void this.drop(id), KEPT).unref();
  }

  clear(): void {
    for (const { timer } of this.files.values()) clearTimeout(timer);
    this.files.clear();
    this.bytes = 0;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async drop(id: string): Promise<void> {
    const upload = this.files.get(id);
    if (!upload) return;
    clearTimeout(upload.timer);
    this.files.delete(id);
    this.bytes -= upload.bytes;
    await rm(upload.path, { force: true });
  }
}
