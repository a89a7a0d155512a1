import { type ReactNode, useMemo } from "react";
import type { NewsAnalysisResult } from "../../../workers/news/types";
import { count } from "../../lib/format.ts";

/** Maximum characters shown; later highlights are omitted. */
const SHOWN = 4000;

interface Mark {
  start: number;
  end: number;
  kind: "positive" | "negative" | "topic";
  title: string;
}

const LOOKS: Record<Mark["kind"], string> = {
  positive: "bg-up/15 text-text underline decoration-up decoration-2 underline-offset-2",
  negative: "bg-down/15 text-text underline decoration-down decoration-2 underline-offset-2 decoration-wavy",
  topic: "bg-accent-soft text-text",
};

function marksOf({ sentimentWords, topics }: NewsAnalysisResult): Mark[] {
  const words = sentimentWords.map(
    ({ start, end, polarity, weight }): Mark => ({
      start,
      end,
      kind: polarity,
      title: weight === 1 ? polarity : `${polarity}, counts ${weight}`,
    }),
  );
  const named = topics.flatMap(({ topic, hits }) => hits.map(({ start, end }): Mark => ({ start, end, kind: "topic", title: topic })));
  return [...words, ...named].filter(({ end }) => end <= SHOWN).sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The analyzed text with every word that counted: sentiment by underline and color, topics by background. */
export function HighlightedText({ text, analysis }: { text: string; analysis: NewsAnalysisResult }) {
  const parts = useMemo(() => {
    const made: ReactNode[] = [];
    let at = 0;
    for (const { start, end, kind, title } of marksOf(analysis)) {
      if (start < at) continue;
      made.push(text.slice(at, start));
      made.push(
        <mark key={start} title={title} className={`rounded-[3px] px-0.5 ${LOOKS[kind]}`}>
          {text.slice(start, end)}
        </mark>,
      );
      at = end;
    }
    made.push(text.slice(at, SHOWN));
    return made;
  }, [text, analysis]);
  return (
    <>
      <p className="max-h-72 overflow-y-auto whitespace-pre-line break-words leading-relaxed" data-testid="marked-text">
        {parts}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-small">
        <span className={LOOKS.positive}>positive</span>
        <span className={LOOKS.negative}>negative</span>
        <span className={LOOKS.topic}>topic</span>
        {text.length > SHOWN ? <span>the first {count(SHOWN)} characters</span> : null}
      </p>
    </>
  );
}
