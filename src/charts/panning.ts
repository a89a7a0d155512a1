import type { Millis } from "../../workers/contract";
import type { PlotGroup } from "./plot-group";
import type { View } from "./view";

interface Place {
  x: number;
  at: Millis;
}

/** What the hand did in its last moments is how fast it was. */
const MEMORY: Millis = 100;
/** A hand that has rested this long before it lets go has stopped. */
const REST: Millis = 50;
/** In this time a pan that runs out loses two thirds of its speed. */
const FADE: Millis = 260;
/** Slower than this, in CSS pixels per millisecond, nobody sees it move. */
const MIN_SPEED = 0.03;

/** How fast a hand was that lets go now, in CSS pixels per millisecond; zero for one that had come to rest. */
export function speedOf(trail: readonly Place[], now: Millis): number {
  const recent = trail.filter(({ at }) => now - at <= MEMORY);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || now - last.at > REST || last.at <= first.at) return 0;
  return (last.x - first.x) / (last.at - first.at);
}

/** How far a pan has run on by itself after some time, in CSS pixels: friction proportional to speed. */
export const runOut = (speed: number, elapsed: Millis): number => speed * FADE * (1 - Math.exp(-elapsed / FADE));

const isOver = (speed: number, elapsed: Millis): boolean => Math.abs(speed) * Math.exp(-elapsed / FADE) < MIN_SPEED;

/** A view that is held by a hand, and runs on a little when it is let go in motion. */
export class Panning {
  private readonly group: PlotGroup;
  private from = 0;
  private held: View | null = null;
  private trail: Place[] = [];
  private frame = 0;
  /** Whether the view has followed the hand since it was taken. */
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

  /** Moves the view it was taken at as far as the hand has come. */
  to(x: number, at: Millis): void {
    this.hasMoved = true;
    this.trail = [...this.trail.filter((place) => at - place.at <= MEMORY), { x, at }];
    this.shift(x);
  }

  letGo(now: Millis): void {
    const speed = speedOf(this.trail, now);
    if (isOver(speed, 0) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const end = this.trail.at(-1)?.x ?? this.from;
    let shown = this.group.view;
    const step = (time: Millis) => {
      const elapsed = Math.max(0, time - now);
      // Whatever else has moved the view is what is wanted now.
      if (this.group.view !== shown) return;
      this.shift(end + runOut(speed, elapsed));
      // At the end of the series there is no way on.
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
