import type { Millis } from "../../workers/contract";
import type { PlotGroup } from "./plot-group";
import type { View } from "./view";

interface Place {
  x: number;
  at: Millis;
}

/** The speed of a pan is measured over this time before release. */
const MEMORY: Millis = 100;
/** A pointer that has rested this long before release counts as stopped. */
const REST: Millis = 50;
/** Time in which inertia loses two thirds of its speed. */
const FADE: Millis = 260;
/** Inertia ends below this speed in CSS pixels per millisecond: the motion is no longer visible. */
const MIN_SPEED = 0.03;

/** Speed on release, in CSS pixels per millisecond; zero if the pointer had come to rest. */
export function speedOf(trail: readonly Place[], now: Millis): number {
  const recent = trail.filter(({ at }) => now - at <= MEMORY);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || now - last.at > REST || last.at <= first.at) return 0;
  return (last.x - first.x) / (last.at - first.at);
}

/** Distance covered by inertia after some time, in CSS pixels: friction is proportional to speed. */
export const inertiaDistance = (speed: number, elapsed: Millis): number => speed * FADE * (1 - Math.exp(-elapsed / FADE));

const isOver = (speed: number, elapsed: Millis): boolean => Math.abs(speed) * Math.exp(-elapsed / FADE) < MIN_SPEED;

/** Panning by pointer or finger, with inertia on release. */
export class Panning {
  private readonly group: PlotGroup;
  private from = 0;
  private held: View | null = null;
  private trail: Place[] = [];
  private frame = 0;
  /** Whether the view has moved since the start of the pan. */
  hasMoved = false;

  constructor(group: PlotGroup) {
    this.group = group;
  }

  take(x: number, at: Millis): void {
    this.stop();
    this.from = x;
    this.hasMoved = false;
    this.held = this.group.view;
    this.trail = [{ x, at }];
  }

  /** Moves the initial view by the distance of the pointer so far. */
  to(x: number, at: Millis): void {
    this.hasMoved = true;
    this.trail = [...this.trail.filter((place) => at - place.at <= MEMORY), { x, at }];
    this.shift(x);
  }

  release(now: Millis): void {
    const speed = speedOf(this.trail, now);
    if (isOver(speed, 0) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const end = this.trail.at(-1)?.x ?? this.from;
    let shown = this.group.view;
    const step = (time: Millis) => {
      const elapsed = Math.max(0, time - now);
      // The view has been changed by something else, which takes precedence.
      if (this.group.view !== shown) return;
      this.shift(end + inertiaDistance(speed, elapsed));
      // Stops at the end of the series.
      if (elapsed > 0 && this.group.view === shown) return;
      shown = this.group.view;
      if (!isOver(speed, elapsed)) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private shift(x: number): void {
    if (!this.held) return;
    const span = this.held.high - this.held.low;
    const low = this.held.low - ((x - this.from) / (this.group.plotBox()?.width || 1)) * span;
    this.group.setView({ low, high: low + span });
  }
}
