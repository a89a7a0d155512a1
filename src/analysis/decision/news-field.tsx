import { memo, type RefObject } from "react";
import { plural } from "../../lib/format.ts";
import { MAX_KEPT_LENGTH } from "../../state/input-store.ts";
import { Button } from "../../ui/button.tsx";
import { LARGE_TEXT } from "../../ui/clipboard.ts";
import { DataField } from "../../ui/data-field.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import { useAnalysis } from "../use-analysis";

const PREVIEW = 600;
const KEPT_HERE = "too long to be saved after this tab is closed";

/** Positive and negative words, so that a first decision has something to weigh. */
export const EXAMPLE_NEWS =
  "Crude inventories fell for a third week and refiners reported strong demand. Analysts upgraded their outlook and see growth through the quarter, though the risk of new supply keeps some buyers cautious.";

interface NewsFieldProps {
  news: string;
  onChange: (news: string) => void;
  label?: string;
  placeholder?: string;
  hint?: string;
  rows?: number;
  required?: boolean;
  /** What "Use example text" fills in. */
  example?: string;
  /** Promise of reading a long text while in progress, for a click before it has finished. */
  reading?: RefObject<Promise<unknown> | null>;
}

/** The news text. A long text is shown by its beginning and never becomes the value of the box. */
export const NewsField = memo(function NewsField(props: NewsFieldProps) {
  const { news, onChange, label = "News Data", rows = 4, required = true, example = EXAMPLE_NEWS, reading } = props;
  const { placeholder = "Headlines or an article about this market", hint = "Required: the words are scored for sentiment" } = props;
  const long = news.length >= LARGE_TEXT;
  /** Read by a worker: binary or endless data would block the page. The previous text stays until the new one has been read. */
  const { progress, failure, run, cancel, clear } = useAnalysis<string, [source: Blob]>({
    work: (turn, source) => turn.ask("read-news", { source }, { cache: false, priority: "reading" }),
    onDone: onChange,
  });
  const type = (text: string) => {
    clear();
    onChange(text);
  };
  const take = async (text: Blob | string) => {
    if (typeof text === "string" && text.length <= MAX_KEPT_LENGTH) type(text);
    else await run(typeof text === "string" ? new Blob([text]) : text);
  };
  return (
    <div className="flex flex-col gap-2">
      <DataField
        label={label}
        prose
        value={long ? "" : news}
        onChange={type}
        onLargeText={(text) => {
          const taken = take(text);
          if (reading) reading.current = taken;
        }}
        loaded={
          long
            ? {
                preview: news.slice(0, PREVIEW),
                count: news.length,
                noun: "character",
                note: news.length > MAX_KEPT_LENGTH ? KEPT_HERE : null,
              }
            : null
        }
        onClear={() => type("")}
        required={required}
        rows={rows}
        placeholder={placeholder}
        hint={hint}
        aside={
          news === "" ? (
            <Button size="small" kind="quiet" onPress={() => type(example)}>
              Use example text
            </Button>
          ) : (
            <span className="text-faint text-small">{plural(news.length, "character")}</span>
          )
        }
      />
      <div>
        <FileButton onFile={(file) => void take(file)}>Open a file of news</FileButton>
      </div>
      <LateProgress progress={progress} onCancel={cancel} />
      <FailureBox failure={failure} />
    </div>
  );
});

/** Three items that show the format of dated news. */
const DATED_EXAMPLE = `2018-10-03 Oil rallies to a four year high on strong demand and tight supply
2018-11-13 Crude plunges as fears of oversupply and weak demand grow
2018-12-07 OPEC agrees on cuts; analysts see growth and a recovery ahead`;

/** News whose items start with their dates. */
export const DatedNewsField = ({ news, onChange }: { news: string; onChange: (news: string) => void }) => (
  <NewsField
    label="News Data"
    news={news}
    onChange={onChange}
    example={DATED_EXAMPLE}
    rows={5}
    required={false}
    placeholder="2018-10-03 Oil rallies on strong demand"
    hint="Start each item with its date, such as 2018-10-03 or 2018-10-03 14:30 (UTC)"
  />
);
