import type { Panel } from "../../../workers/contract";
import { count, plural } from "../../lib/format.ts";

/** Maximum number of files listed. */
const NAMED = 3;

/** How the dates of a panel's symbols were aligned, with the cells filled and rows dropped. */
export function panelWords({ calendar, fill, limit, dates, symbols, left = [] }: Panel): string {
  const sum = (of: "filled" | "blank" | "dropped") => symbols.reduce((total, symbol) => total + symbol[of], 0);
  const [{ values, dropped, filled, blank }] = symbols;
  const kept = values - dropped + filled + blank;
  const on = calendar === "inner" || fill === "drop" ? `${count(kept)} common of ${plural(dates, "date")}` : `all ${plural(dates, "date")}`;
  const rule =
    fill === "previous" ? `${plural(sum("filled"), "blank")} filled${limit === null ? "" : `, at most ${count(limit)} in a row`}` : "";
  const rest = [
    rule,
    sum("blank") > 0 ? `${plural(sum("blank"), "blank")} left` : "",
    sum("dropped") > 0 ? `${plural(sum("dropped"), "value")} dropped` : "",
    left.length > 0 ? `${plural(left.length, "file")} excluded: ${left.slice(0, NAMED).join(", ")}${left.length > NAMED ? "…" : ""}` : "",
  ];
  return [`${plural(symbols.length, "symbol")} on ${on}`, ...rest.filter((part) => part !== "")].join(" · ");
}
