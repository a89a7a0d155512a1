import type { Playhead } from "../../../charts/playhead.ts";

/** Bars per second. */
export const SPEEDS = [1, 2, 5, 10, 25, 60, 250, 1000, 5000, 25_000] as const;
const USUAL_SPEED = 10;
/** Milliseconds that a frame counts for at most: a hidden page has none, and bars that nobody saw are not passed. */
const LONGEST_FRAME = 1000;

export interface PlayState {
  readonly row: number;
  readonly playing: boolean;
  readonly speed: number;
}

/** Steps through the bars of a replay: manually, or on a timer, with as many bars per frame as the speed requires. */
export class Player implements Playhead {
  private state: PlayState;
  private readonly listeners = new Set<() => void>();
  private frame = 0;
  /** Time and bar at which the current speed started. */
  private begun = { at: 0, row: 0 };
  private drawn = 0;

  /** Starts at the last bar. @param first - the bar of the first decision */
  constructor(
    readonly first: number,
    readonly last: number,
  ) {
    this.state = { row: last, playing: false, speed: USUAL_SPEED };
  }

  readonly read = (): PlayState => this.state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Moves to a bar, and continues from there if playing. */
  readonly go = (row: number): void => {
    this.begin(this.within(row));
    this.change({ row: this.begun.row });
  };

  readonly step = (bars: number): void => this.go(this.state.row + bars);

  /** Plays, from the first decision if at the end; or pauses. */
  readonly toggle = (): void => {
    if (this.state.playing) {
      this.pause();
      return;
    }
    const row = this.state.row >= this.last ? this.first : this.state.row;
    this.begin(row);
    this.change({ row, playing: true });
    this.frame = requestAnimationFrame(this.tick);
  };

  readonly pause = (): void => {
    cancelAnimationFrame(this.frame);
    if (this.state.playing) this.change({ playing: false });
  };

  readonly setSpeed = (speed: number): void => {
    this.begin(this.state.row);
    this.change({ speed });
  };

  private readonly tick = (): void => {
    const now = performance.now();
    this.begun.at += Math.max(0, now - this.drawn - LONGEST_FRAME);
    this.drawn = now;
    const { at, row } = this.begun;
    const reached = this.within(row + Math.floor(((now - at) * this.state.speed) / 1000));
    if (reached >= this.last) this.change({ row: reached, playing: false });
    else if (reached !== this.state.row) this.change({ row: reached });
    if (this.state.playing) this.frame = requestAnimationFrame(this.tick);
  };

  private begin(row: number): void {
    this.drawn = performance.now();
    this.begun = { at: this.drawn, row };
  }

  private readonly within = (row: number): number => Math.min(this.last, Math.max(this.first, row));

  private change(changes: Partial<PlayState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
