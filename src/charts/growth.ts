import { clampView, sameView, type View } from "./view";

/** Rows in view until the user zooms, and the minimum width of a row in CSS pixels: no candle stands for two rows. */
const ROWS = 160;
const ROW_WIDTH = 6;

/** The end of a chart that grows row by row, and how far back from it the view reaches. Without an end all rows are shown. */
export class Growth {
  end = Number.POSITIVE_INFINITY;
  private span: number | null = null;

  get on(): boolean {
    return Number.isFinite(this.end);
  }

  /** The user has chosen the view. */
  choose(view: View, domain: View): void {
    this.span = sameView(view, domain) ? Number.POSITIVE_INFINITY : view.high - view.low;
  }

  /**
   * The view after the domain has grown or shrunk.
   * @param before - the previous domain
   * @param width - of the plot in CSS pixels
   * @param returns - whether a view that was moved away from the end returns to it; one at the end always follows
   */
  view(view: View, before: View, domain: View, width: number, returns: boolean): View {
    if (!returns && view.high < before.high) return clampView(view, domain);
    const span = this.span ?? Math.min(ROWS, Math.floor(width / ROW_WIDTH));
    return { low: Math.max(domain.low, domain.high - span), high: domain.high };
  }
}
