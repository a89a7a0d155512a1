interface SkeletonProps {
  /** Number of text lines, table rows, or figures of a strip. */
  rows?: number;
  /** Kind of content to come; the height of a chart is set by `className`, 16 rem by default. */
  shape?: "lines" | "table" | "figures" | "chart";
  className?: string;
}

const WIDTHS = ["100%", "86%", "93%", "71%"];
const BAR = "rounded-[4px] bg-line";

function barsOf(shape: "lines" | "table" | "figures", row: number) {
  if (shape === "lines") return <div className={`${BAR} h-4`} style={{ width: WIDTHS[row % WIDTHS.length] }} />;
  if (shape === "table") {
    return (
      <div className="flex justify-between gap-6 border-line border-t py-2">
        <div className={`${BAR} h-3.5`} style={{ width: `${30 + 8 * (row % 3)}%` }} />
        <div className={`${BAR} h-3.5 w-16`} />
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-[1_1_8rem] flex-col gap-2 py-1">
      <div className={`${BAR} h-3 w-3/5`} />
      <div className={`${BAR} h-5 w-4/5`} />
    </div>
  );
}

/** Gray bars in the shape of the content being loaded, so that nothing jumps when it arrives. */
export function Skeleton({ rows = 3, shape = "lines", className = "" }: SkeletonProps) {
  const pulse = "motion-safe:animate-[pulse_1.6s_ease-in-out_infinite]";
  if (shape === "chart") return <div aria-hidden="true" data-waiting className={`${pulse} ${BAR} ${className || "h-64"}`} />;
  const flow = { lines: "flex-col gap-2", table: "flex-col", figures: "flex-wrap gap-x-6 gap-y-3" }[shape];
  return (
    <div aria-hidden="true" data-waiting className={`flex ${pulse} ${flow} ${className}`}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical bars have no other name
        <div key={row} className="contents">
          {barsOf(shape, row)}
        </div>
      ))}
    </div>
  );
}
