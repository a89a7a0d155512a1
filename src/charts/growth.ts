import { clampView, sameView, type View } from "./view";

/** Rows in view before a user has zoomed, and the width of one there is at least, in CSS pixels: no candle stands for two. */
const ROWS = 160;
const ROW_WIDTH = 6;

/** The end of a chart that grows row by row, and how far back from there the view reaches. Without an end all rows are there. */
export class Growth {
  end = Number.POSITIVE_INFINITY;
  private span: number | null = null;

  get on(): boolean {
    return Number.isFinite(this.end);
  }

  /** A user has chosen what is in view. */
  choose(view: View, domain: View): void {
    this.span = sameView(view, domain) ? Number.POSITIVE_INFINITY : view.high - view.low;
  }

  /**
   * The view after the domain has grown or shrunk.
   * @param before - the domain until now
   * @param width - of the plot in CSS pixels
   * @param returns - whether a view that has been moved off the end comes back to it; one at the end stays there in any case
   */
  view(view: View, before: View, domain: View, width: number, returns: boolean): View {
    if (!returns && view.high < before.high) return clampView(view, domain);
    const span = this.span ?? Math.min(ROWS, Math.floor(width / ROW_WIDTH));
    return { low: Math.max(domain.low, domain.high - span), high: domain.high };
  }
}
