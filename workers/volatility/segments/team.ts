import type { Count, Millis } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { Flag, LEFT, MAX_MEMBERS, PATIENCE, type Room, segmentsOf, shareOf } from "./room";
import { PASSES, type Pass, type SegmentPasses } from "./segment-passes";

/** A member that takes longer than this for a pass counts as lost. */
const LOST: Millis = 10_000;

/** A member has given up or is lost: the driver repeats the fit alone. */
export class TeamBroken extends Error {}

/** The driver's view of the members: who takes part in a pass, and when all shares are complete. */
export class Team {
  private size = 1;

  constructor(
    private readonly context: JobContext,
    private readonly room: Room,
    private readonly own: SegmentPasses,
  ) {}

  /** Workers that have joined by now take part in the passes until the next `begin`, without waiting for others. */
  begin(): void {
    const { flags, returns } = this.room;
    this.size = Math.min(1 + Atomics.load(flags, Flag.joined), MAX_MEMBERS, segmentsOf(returns.length));
  }

  run(pass: Pass): void {
    const { flags, returns } = this.room;
    const { size } = this;
    const task = Atomics.load(flags, Flag.task) + 1;
    if (size > 1) {
      Atomics.store(flags, Flag.pass, PASSES.indexOf(pass));
      Atomics.store(flags, Flag.size, size);
      Atomics.store(flags, Flag.task, task);
      Atomics.notify(flags, Flag.task);
    }
    this.own.run(pass, shareOf(0, size, segmentsOf(returns.length))[1]);
    for (let member = 1; member < size; member++) this.wait(member, task);
  }

  private wait(member: Count, task: Count): void {
    const { flags } = this.room;
    const place = Flag.done + member;
    const began = this.context.elapsed();
    for (let done = Atomics.load(flags, place); done !== task; done = Atomics.load(flags, place)) {
      this.context.checkpoint();
      if (done === LEFT || this.context.elapsed() - began > LOST) throw new TeamBroken();
      Atomics.wait(flags, place, done, PATIENCE);
    }
  }
}
