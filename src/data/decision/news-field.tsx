import { memo } from "react";
import { blobText } from "../../lib/blob-text.ts";
import { plural } from "../../lib/format.ts";
import { LONGEST_KEPT } from "../../state/input-store.ts";
import { Button } from "../../ui/button.tsx";
import { LARGE_TEXT } from "../../ui/clipboard.ts";
import { DataField } from "../../ui/data-field.tsx";

const PREVIEW = 600;
const KEPT_HERE = "too long to be kept once this tab is closed";

/** Words on both sides, so that a first decision has something to weigh. */
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
}

/** What is written about the market. A long text shows its beginning and never becomes the value of the box. */
export const NewsField = memo(function NewsField(props: NewsFieldProps) {
  const { news, onChange, label = "News Data", rows = 4, required = true, example = EXAMPLE_NEWS } = props;
  const { placeholder = "Headlines or an article about this market", hint = "Required: the words are scored for sentiment" } = props;
  const long = news.length >= LARGE_TEXT;
  const take = async (text: Blob | string) => onChange(typeof text === "string" ? text : await blobText(text));
  return (
    <DataField
      label={label}
      prose
      value={long ? "" : news}
      onChange={onChange}
      onLargeText={(text) => void take(text)}
      loaded={
        long
          ? { preview: news.slice(0, PREVIEW), count: news.length, noun: "character", note: news.length > LONGEST_KEPT ? KEPT_HERE : null }
          : null
      }
      onClear={() => onChange("")}
      required={required}
      rows={rows}
      placeholder={placeholder}
      hint={hint}
      aside={
        news === "" ? (
          <Button size="small" kind="quiet" onPress={() => onChange(example)}>
            Use example text
          </Button>
        ) : (
          <span className="text-faint text-small">{plural(news.length, "character")}</span>
        )
      }
    />
  );
});
