import type { Page } from "playwright";
import { ENGINE } from "./browser";
import { bidiOf, finger } from "./firefox";

export type Point = { x: number; y: number };

/** Touch gestures: each step gives the positions of all fingers. */
export class Fingers {
  private constructor(
    /** Puts fingers down or moves them; an empty list lifts them. */
    private readonly place: (points: Point[]) => Promise<unknown>,
  ) {}

  static on = async (page: Page): Promise<Fingers> => new Fingers(ENGINE === "firefox" ? inFirefox(page) : await inChromium(page));

  touch = (...points: Point[]) => this.place(points);
  lift = () => this.place([]);
  async stroke(...steps: Point[][]): Promise<void> {
    for (const points of steps) await this.place(points);
    await this.lift();
  }
}

async function inChromium(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let down = false;
  return async (points: Point[]) => {
    const type = points.length === 0 ? "touchEnd" : down ? "touchMove" : "touchStart";
    down = points.length > 0;
    await devtools.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  };
}

function inFirefox(page: Page) {
  const bidi = bidiOf(page);
  let down = 0;
  return async (points: Point[]) => {
    const actions =
      points.length > 0
        ? points.map(({ x, y }) => [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            ...(down > 0 ? [] : [{ type: "pointerDown", button: 0 }]),
          ])
        : Array.from({ length: down }, () => [{ type: "pointerUp", button: 0 }]);
    down = points.length;
    await bidi.send("input.performActions", { context: bidi.sessionId, actions: actions.map((each, id) => finger(id, each)) });
  };
}
