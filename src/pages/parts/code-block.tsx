import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { ScrollArea } from "../../ui/scroll-area.tsx";

const BLOCKED = "The browser blocked copying. Select the text and copy it manually.";

/** Monospaced text, scrollable if long, with a copy button. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative rounded-[6px] border border-line bg-raised">
      <div className="absolute top-1.5 right-1.5">
        <Button size="small" onPress={() => void copyText(text, "Copied", BLOCKED)} aria-label={`Copy ${label}`}>
          Copy
        </Button>
      </div>
      <ScrollArea label={label} height={384}>
        <pre className="num whitespace-pre-wrap break-words px-3 py-2 pr-16 text-small">{text}</pre>
      </ScrollArea>
    </div>
  );
}
