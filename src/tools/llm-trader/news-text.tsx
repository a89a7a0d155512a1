/** One line of a text; pressed, all of it. */
export const NewsText = ({ text, className = "" }: { text: string; className?: string }) => (
  <details className={`group/text ${className}`}>
    <summary className="block cursor-default truncate group-open/text:whitespace-normal group-open/text:[overflow-wrap:anywhere]">
      {text}
    </summary>
  </details>
);
