import { afterEach, expect, it, vi } from "vitest";
import { Player } from "../../src/tools/quant-edge-ai/replay/player";

afterEach(() => vi.unstubAllGlobals());

/** A clock, and the frame that waits for it. */
function screen() {
  let now = 0;
  let frame: () => void = () => undefined;
  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.stubGlobal("requestAnimationFrame", (next: () => void) => {
    frame = next;
    return 1;
  });
  return (millis: number) => {
    now += millis;
    frame();
  };
}

it("a replay resumes where it was, after the page was hidden or restored", () => {
  const after = screen();
  const player = new Player(10, 5000);
  player.toggle();
  for (let frame = 0; frame < 20; frame++) after(100);
  expect(player.read()).toMatchObject({ row: 30, playing: true });
  // An hour without a frame counts as a second.
  after(3_600_000);
  expect(player.read()).toMatchObject({ row: 40, playing: true });
  after(500);
  expect(player.read().row).toBe(45);
  // Where each frame takes longer it still advances.
  for (let frame = 0; frame < 3; frame++) after(2000);
  expect(player.read().row).toBe(75);
});
