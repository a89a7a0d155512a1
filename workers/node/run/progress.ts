import { count, duration } from "../../format";

const WIDTH = 24;
const INTERVAL = 120;
const SECOND = 1000;

/** A progress line on a terminal with progress, speed and remaining time; nothing if the output is not a terminal. */
export class ProgressLine {
  private readonly began = performance.now();
  private shown = 0;
  private failed = 0;

  /**
   * @param before tasks done before this run
   * @param all tasks of the run
   */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly before: number,
    private readonly all: number,
  ) {}

  /** @param done tasks; those being computed count by their fraction */
  show(done: number, failed: number): void {
    this.failed = failed;
    const now = performance.now();
    if (!this.stream.isTTY || now - this.shown < INTERVAL) return;
    this.shown = now;
    const share = this.all === 0 ? 1 : done / this.all;
    const full = Math.round(WIDTH * share);
    const rate = (done - this.before) / ((now - this.began) / SECOND);
    const left = Number.isFinite(rate) && rate > 0 ? duration(((this.all - done) / rate) * SECOND) : "";
    const words = [
      `${count(Math.floor(done))} of ${count(this.all)}`,
      rate > 0 ? `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s` : "",
      left && `${left} left`,
      this.failed > 0 ? `${count(this.failed)} failed` : "",
    ];
    this.stream.write(`\r\x1b[K[${"#".repeat(full)}${".".repeat(WIDTH - full)}] ${words.filter(Boolean).join("  ")}`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.stream.isTTY) this.stream.write("\r\x1b[K");
  }
}
