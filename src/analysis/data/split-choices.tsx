import type { ReadingChoices, Series } from "../../../workers/contract";
import { count, day, percent, plain } from "../../lib/format.ts";
import { Select } from "../../ui/select.tsx";
import { CHOICES } from "./open-choice.tsx";
import { useJumps } from "./use-jumps";

const NONE = "none";

interface SplitChoicesProps {
  series: Series;
  options: ReadingChoices;
  put: (one: ReadingChoices) => void;
}

/** Moves over 40% in the original prices, each of which can be marked as a split. */
export function SplitChoices({ series, options: { splits = [] }, put }: SplitChoicesProps) {
  const found = useJumps(series);
  if (!found) return null;
  const mark = (time: number, key: string) => {
    const others = splits.filter((split) => split.time !== time);
    const marked = key === NONE ? others : [...others, { time, shares: Number(key) }];
    put({ splits: marked.length > 0 ? marked : undefined });
  };
  return (
    <section aria-label="Moves over 40%">
      <h3 className="mb-1.5 font-semibold">Moves over 40%</h3>
      <div className={CHOICES}>
        {found.jumps.map(({ time, before, after, splits: ratios }) => (
          <Select
            key={time}
            label={`${day(time)}: ${plain(before, 4)} → ${plain(after, 4)}`}
            value={String(splits.find((split) => split.time === time)?.shares ?? NONE)}
            options={[
              { value: NONE, label: "Not a split" },
              ...ratios.map(({ shares, name, rest }) => ({ value: String(shares), label: `${name} split, leaves ${percent(rest)}` })),
            ]}
            onChange={(key) => mark(time, key)}
          />
        ))}
      </div>
      <p className="mt-1 text-muted text-small">
        {found.jumps.length < found.count ? `The first ${count(found.jumps.length)} of ${count(found.count)} moves over 40%. ` : ""}
        Prices before a marked split are adjusted in a separate column; the original is kept. Marks apply to this text only.
      </p>
    </section>
  );
}
