import "./figure-plot.css";
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { announce } from "../../ui/announcer";
import type { Mark, Paint, Picture } from "../marks";
import { framedPicture } from "../picture-frame";
import { throttled } from "../throttled";
import { watchWidth } from "../watch-width";
import { CellCanvas } from "./cell-canvas.tsx";
import { cellMarks } from "./cell-grid";
import { type Direction, type Draw, type Figure, type Stop, stopWords } from "./figure";

/** Keys pressed in quick succession are announced once, after this pause in ms. */
const ANNOUNCE_AFTER = 200;
/** Below this width in CSS pixels the read-out replaces the legend instead of being beside it. */
const NARROW = 560;

const KEYS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
};

export interface FigurePlotProps {
  title: string;
  subtitle?: string;
  /** What the cursor moves over, for screen readers: "12 categories". */
  content: string;
  draw: Draw;
  /** Draggable elements over the drawing. */
  overlay?: (figure: Figure) => ReactNode;
  onPicture: (picture: (() => Promise<Picture>) | null) => void;
}

/** Draws a figure as SVG and moves a cursor over its stops by pointer, finger and keyboard. */
export function FigurePlot({ title, subtitle, content, draw, overlay, onPicture }: FigurePlotProps) {
  const area = useRef<HTMLDivElement>(null);
  const { width, faces } = useMeasured(area);
  const [cursor, setCursor] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are measured to fit, and measure otherwise once their face has come.
  const figure = useMemo(() => (width > 0 ? draw(width) : null), [draw, width, faces]);
  const stop = figure && cursor !== null && cursor < figure.stops ? figure.stop(cursor) : null;

  useEffect(() => {
    onPicture(figure && (async () => framedPicture(title, subtitle, [withCells(figure)])));
    return () => onPicture(null);
  }, [figure, title, subtitle, onPicture]);

  const read = useMemo(() => throttled((x: number, y: number) => setCursor(figure?.at(x, y) ?? null)), [figure]);
  useEffect(() => () => read.cancel(), [read]);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    read(event.clientX - left, event.clientY - top);
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    read.cancel();
    setCursor(null);
  };

  const say = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(say.current), []);
  const press = (event: KeyboardEvent) => {
    const direction = KEYS[event.key];
    if (!figure || !direction || figure.stops === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = cursor === null ? (direction === "end" ? figure.stops - 1 : 0) : figure.next(cursor, direction, event.shiftKey);
    setCursor(next);
    clearTimeout(say.current);
    say.current = setTimeout(() => announce(stopWords(figure.stop(next))), ANNOUNCE_AFTER);
  };

  return (
    <div
      ref={area}
      role="application"
      aria-label={`${title}, chart of ${content}. Arrow keys read values. The Table button lists every value.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor is moved by keys.
      tabIndex={0}
      className="figure-area rounded-[4px]"
      onKeyDown={press}
    >
      {figure ? (
        <>
          <ReadOut figure={figure} stop={stop} narrow={width < NARROW} />
          <div className="relative">
            {figure.cells ? <CellCanvas cells={figure.cells} /> : null}
            <svg
              width={figure.width}
              height={figure.height}
              className="relative block"
              aria-hidden="true"
              onPointerMove={point}
              onPointerDown={point}
              onPointerLeave={leave}
            >
              <Drawing marks={figure.marks} />
              {stop ? <Cursor outline={stop.outline} /> : null}
            </svg>
            {overlay?.(figure)}
          </div>
        </>
      ) : null}
    </div>
  );
}

/** Width of an area, and the number of font loads so far, since text is measured again after each. */
function useMeasured(area: RefObject<HTMLDivElement | null>) {
  const [width, setWidth] = useState(0);
  const [faces, setFaces] = useState(0);
  // Before the first paint: a figure without height would shift the content below it.
  useLayoutEffect(() => setWidth(area.current?.clientWidth ?? 0), [area]);
  useEffect(() => {
    const stop = watchWidth(area.current, setWidth);
    const arrived = () => setFaces((times) => times + 1);
    document.fonts.addEventListener("loadingdone", arrived);
    return () => {
      stop();
      document.fonts.removeEventListener("loadingdone", arrived);
    };
  }, [area]);
  return { width, faces };
}

const withCells = (figure: Figure): Figure => (figure.cells ? { ...figure, marks: [...cellMarks(figure.cells), ...figure.marks] } : figure);

const CELL = "col-start-1 row-start-1 flex flex-wrap content-start gap-x-4 gap-y-0.5";

/** Legend, and values at the cursor. Space for the read-out is always reserved, so that nothing moves. */
function ReadOut({ figure, stop, narrow }: { figure: Figure; stop: Stop | null; narrow: boolean }) {
  const legend = figure.legend.map((entry) => (
    <span key={entry.key} className="max-w-full truncate" title={entry.label}>
      <Swatch entry={entry} />
      {entry.label}
    </span>
  ));
  const held = figure.stops > 0 ? figure.stop(0) : null;
  const place = `num ${CELL} gap-x-3 ${narrow ? "" : "justify-end"}`;
  const values = (shown: Stop, invisible: boolean) => (
    <span aria-hidden={invisible || undefined} className={`${place} ${invisible ? "invisible" : ""}`}>
      <Values stop={shown} />
    </span>
  );
  return (
    <div
      className={`pb-1 text-muted text-small ${narrow ? "grid grid-cols-[minmax(0,1fr)]" : "flex flex-wrap items-baseline gap-x-4 gap-y-0.5"}`}
    >
      {narrow ? <span className={`${CELL} ${stop ? "invisible" : ""}`}>{legend}</span> : legend}
      <span className={narrow ? "col-start-1 row-start-1 grid" : "ml-auto grid min-w-0 max-w-full"}>
        {held ? values(held, true) : null}
        {stop ? values(stop, false) : null}
      </span>
    </div>
  );
}

function Values({ stop }: { stop: Stop }) {
  return (
    <>
      <span className="whitespace-nowrap text-text">{stop.name}</span>
      {stop.values.map(({ label, text }) => (
        <span key={label} className="whitespace-nowrap">
          {label} <span className="text-text">{text}</span>
        </span>
      ))}
    </>
  );
}

/** Same mark as in a saved picture, without a drawing of its own: the page has no other drawing than the figure's. */
function Swatch({ entry: { paint, shape, width = 2 } }: { entry: Figure["legend"][number] }) {
  const color = colorOf(paint);
  const bar = `linear-gradient(${color} 0 0)`;
  const looks = {
    surface: { background: color },
    line: { background: `${bar} center / 100% ${width}px no-repeat` },
    cross: { background: `${bar} center / 8px ${width}px no-repeat, ${bar} center / ${width}px 8px no-repeat` },
  };
  return <i aria-hidden="true" className="mr-1.5 inline-block h-[8px] w-3.5 align-middle" style={looks[shape]} />;
}

const colorOf = ({ token, alpha = 1 }: Paint): string =>
  alpha === 1 ? `var(--${token})` : `color-mix(in srgb, var(--${token}) ${alpha * 100}%, transparent)`;

function Cursor({ outline: { d, x = 0, y = 0, surface } }: { outline: Stop["outline"] }) {
  return <path className={`figure-cursor ${surface ? "" : "figure-cursor-frame"}`} d={d} transform={`translate(${x} ${y})`} />;
}

/** The marks as SVG; their colors follow the theme through CSS. */
const Drawing = memo(function Drawing({ marks }: { marks: readonly Mark[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: marks have no names, and are recreated together.
  return marks.map((mark, index) => <MarkView key={index} mark={mark} />);
});

function MarkView({ mark }: { mark: Mark }) {
  if (mark.kind === "group") {
    return (
      <g transform={`translate(${mark.x} ${mark.y})`}>
        <Drawing marks={mark.marks} />
      </g>
    );
  }
  if (mark.kind === "text") {
    const { x, y, text, paint, size, family, weight, anchor, line, turn } = mark;
    return (
      <text
        x={x}
        y={y}
        dy={line === "top" ? "0.8em" : "0.35em"}
        textAnchor={anchor}
        transform={turn ? `rotate(${turn} ${x} ${y})` : undefined}
        style={{ fill: colorOf(paint), font: `${weight ?? 400} ${size}px var(--${family})` }}
      >
        {text}
      </text>
    );
  }
  const { d, fill, stroke, width = 1, dash } = mark;
  return (
    <path
      d={d}
      style={{ fill: fill ? colorOf(fill) : "none", stroke: stroke ? colorOf(stroke) : "none", strokeWidth: stroke ? width : undefined }}
      strokeDasharray={dash?.join(" ")}
    />
  );
}
