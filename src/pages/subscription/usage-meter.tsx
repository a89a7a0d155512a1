import { Label, Meter } from "react-aria-components";
import { count, percent } from "../../lib/format.ts";

/** Use of a limit, as a bar and in figures. */
export function UsageMeter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = Math.min(1, used / limit);
  return (
    <Meter value={used} minValue={0} maxValue={limit} valueLabel={`${count(used)} of ${count(limit)}`}>
      {({ valueText }) => (
        <>
          <div className="flex justify-between gap-3">
            <Label>{label}</Label>
            <span className="num">{valueText}</span>
          </div>
          <div className="mt-1 h-[5px] overflow-hidden rounded-full bg-line">
            <div className={`h-full rounded-full ${used > limit ? "bg-down" : "bg-accent"}`} style={{ width: `${100 * share}%` }} />
          </div>
          <p className="mt-0.5 text-faint text-small">{percent(used / limit, 2)} of the plan's calls</p>
        </>
      )}
    </Meter>
  );
}
