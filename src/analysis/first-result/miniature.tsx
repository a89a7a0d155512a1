import { SampleChip } from "../../ui/badge.tsx";
import type { Miniature as Drawn } from "./figures";
import results from "./sample-results.json";

const THOUSAND = 1000;
const drawn: Readonly<Record<string, Drawn | undefined>> = results as unknown as Record<string, Drawn>;

/** A miniature of the tool's result on a sample, shown until there are data. */
export function Miniature({ tool }: { tool: string }) {
  const shown = drawn[tool];
  if (!shown) return null;
  return (
    <figure className="min-w-0 rounded-[8px] border border-line bg-surface text-left" aria-label={`Sample result: ${shown.about}`}>
      <figcaption className="flex items-baseline gap-2 border-line border-b px-3 py-2 text-muted text-small">
        <SampleChip />
        <span>{shown.about}</span>
      </figcaption>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 px-3 pt-2">
        {shown.figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-small">{label}</dt>
            <dd className="num font-medium text-title">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="px-3 pt-2 pb-2.5">
        <p className="mb-1 text-muted text-small">{shown.title}</p>
        {shown.bars ? <Bars bars={shown.bars} /> : <Course {...shown} />}
      </div>
    </figure>
  );
}

const points = (course: readonly number[]): string =>
  course.map((thousandths, i) => `${((THOUSAND * i) / (course.length - 1)).toFixed(1)},${THOUSAND - thousandths}`).join(" ");

/** A line with its comparison, in a box without axes: the ends of both scales are labeled around it. */
function Course({ line = [], beside, filledFrom, shade = [], scale, title }: Drawn) {
  const place = (point: number) => (THOUSAND * point) / (line.length - 1);
  const base = filledFrom === "top" ? 0 : THOUSAND;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1.5 text-faint text-small">
      <svg
        viewBox={`0 -20 ${THOUSAND} ${THOUSAND + 40}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={title}
        className="h-24 w-full border-line border-y"
      >
        {shade.map(([from, to]) => (
          <rect key={from} x={place(from - 0.5)} y={-20} width={place(to - from + 1)} height={THOUSAND + 40} className="fill-down/15" />
        ))}
        {filledFrom ? <polygon points={`0,${base} ${points(line)} ${THOUSAND},${base}`} className="fill-accent/15" /> : null}
        {beside ? <Stroke of={beside} className="stroke-faint" /> : null}
        <Stroke of={line} className="stroke-accent" />
      </svg>
      <div className="num flex flex-col justify-between text-right" aria-hidden="true">
        <span>{scale?.top}</span>
        <span>{scale?.bottom}</span>
      </div>
      <div className="num mt-0.5 flex justify-between" aria-hidden="true">
        <span>{scale?.from}</span>
        <span>{scale?.to}</span>
      </div>
    </div>
  );
}

const Stroke = ({ of, className }: { of: readonly number[]; className: string }) => (
  <polyline points={points(of)} fill="none" strokeWidth={1.25} vectorEffect="non-scaling-stroke" className={className} />
);

/** Horizontal bars, to the left of zero if negative. */
function Bars({ bars }: { bars: NonNullable<Drawn["bars"]> }) {
  const below = bars.some(([, , thousandths]) => thousandths < 0);
  const above = bars.some(([, , thousandths]) => thousandths > 0);
  const base = below ? (above ? 50 : 100) : 0;
  const share = below && above ? 20 : 10;
  const columns = above || below ? "grid-cols-[fit-content(55%)_minmax(0,1fr)_auto]" : "grid-cols-[minmax(0,1fr)_0_auto]";
  return (
    <ul className={`grid gap-x-2 gap-y-1 text-small ${columns}`}>
      {bars.map(([label, value, thousandths]) => (
        <li key={label} className="col-span-3 grid grid-cols-subgrid items-center">
          <span className="truncate">{label}</span>
          <span className="relative h-2.5" aria-hidden="true">
            <span
              className={`absolute inset-y-0 rounded-[2px] ${thousandths < 0 ? "bg-down" : "bg-accent"}`}
              style={{ width: `${Math.abs(thousandths) / share}%`, left: `${thousandths < 0 ? base + thousandths / share : base}%` }}
            />
          </span>
          <span className="num text-right">{value}</span>
        </li>
      ))}
    </ul>
  );
}
