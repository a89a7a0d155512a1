import { plainWords } from "./plain-words";

/** Above a figure's formula: what the figure means, in a sentence any trader understands. */
export function PlainSentence({ title }: { title: string }) {
  const words = plainWords(title);
  if (!words) return null;
  return (
    <section aria-label="What is this?" className="mb-2.5 border-line border-b pb-2.5 text-data">
      <h3 className="mb-1 font-semibold text-small">What is this?</h3>
      <p>{words}</p>
    </section>
  );
}
