import type { Count } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { standardizeInto } from "../../series";
import { Flag, LEFT, MAX_LEAD, MAX_MEMBERS, PATIENCE, type Room, SEGMENT, segmentsOf, shareOf } from "./room";
import { columnLength, PASSES, type Pass, SegmentPasses } from "./segment-passes";

type Share = readonly [from: Count, to: Count];

/** Values read beyond either end of a chunk. */
const MARGIN = 16;

/** The rows of a member, kept in its own kernels' memory from pass to pass, and the passes over them. */
export class MemberRows {
  private share: Share = [0, 0];
  private passes: SegmentPasses | null = null;
  /** The copied returns, until mean and scale are known. */
  private raw: { address: number; length: Count } | null = null;
  private readonly mark: number;

  constructor(
    private readonly context: JobContext,
    private readonly room: Room,
  ) {
    this.mark = context.kernels.arenaMark();
  }

  /** Copies the rows of a share and those before them, and touches the memory that its passes use. */
  take(share: Share): void {
    const [from, to] = share;
    if (this.passes && from === this.share[0] && to === this.share[1]) return;
    const { kernels, arena } = this.context;
    const { returns } = this.room;
    kernels.arenaRelease(this.mark);
    const firstRow = Math.max(0, from * SEGMENT - MAX_LEAD - MARGIN);
    const values = returns.subarray(firstRow, Math.min(to * SEGMENT + MARGIN, returns.length));
    const y = arena.put(values);
    const length = columnLength(to - from);
    const [variances, slopes] = [arena.take(length), arena.take(length)];
    for (const column of [variances, slopes]) arena.view(column, length).fill(0);
    this.share = share;
    this.raw = { address: y, length: values.length };
    this.passes = new SegmentPasses(this.context, this.room, { y, firstRow, variances, slopes }, from);
  }

  run(pass: Pass, share: Share): void {
    this.take(share);
    if (this.raw) {
      const { address, length } = this.raw;
      const [mean, scale] = this.room.location;
      standardizeInto(this.context, address, address, length, mean, scale);
      this.raw = null;
    }
    this.passes?.run(pass, share[1]);
  }
}

/** A member's loop: computes its share of every pass requested by the driver, until released. */
export function serve(room: Room, context: JobContext): void {
  const { flags, returns } = room;
  const segments = segmentsOf(returns.length);
  const isClosed = () => Atomics.load(flags, Flag.closed) === 1;
  const next = Atomics.load(flags, Flag.joined) + 1;
  if (isClosed() || next >= Math.min(MAX_MEMBERS, segments)) return;
  const rows = new MemberRows(context, room);
  rows.take(shareOf(next, next + 1, segments));
  let seen = Atomics.load(flags, Flag.task);
  const member = Atomics.add(flags, Flag.joined, 1) + 1;
  if (member >= MAX_MEMBERS) return;
  const markDone = (task: number) => {
    Atomics.store(flags, Flag.done + member, task);
    Atomics.notify(flags, Flag.done + member);
  };
  try {
    for (;;) {
      while (Atomics.load(flags, Flag.task) === seen) {
        context.checkpoint();
        Atomics.wait(flags, Flag.task, seen, PATIENCE);
      }
      seen = Atomics.load(flags, Flag.task);
      if (isClosed()) return;
      const size = Atomics.load(flags, Flag.size);
      if (member >= size) continue;
      rows.run(PASSES[Atomics.load(flags, Flag.pass)], shareOf(member, size, segments));
      markDone(seen);
    }
  } finally {
    markDone(LEFT);
  }
}
