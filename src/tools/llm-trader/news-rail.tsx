import { useAtomValue } from "jotai";
import { memo, type RefObject, useCallback } from "react";
import { NewsField } from "../../analysis/decision/news-field.tsx";
import { plural } from "../../lib/format.ts";
import { settingsAtom } from "../../state/settings";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { hostOf } from "./provider-words.ts";
import { articlesOf, type Change, EXAMPLE_ARTICLE, type TraderInputs, wordCount } from "./trader-inputs.ts";

interface NewsRailProps {
  inputs: TraderInputs;
  change: Change;
  running: boolean;
  run: () => void;
  /** Promise of a long text being read into the box, if any. */
  reading: RefObject<Promise<unknown> | null>;
  /** Fills in the context from the linked prices; undefined without any. */
  fillContext: (() => void) | undefined;
}

/** Longer texts are not counted on every key press. */
const COUNTED = 20_000;

/** The form of the news tab. */
export const NewsRail = memo(function NewsRail({ inputs, change, running, run, reading, fillContext }: NewsRailProps) {
  const { news, published, context, includeMarketContext, provider } = inputs;
  const settings = useAtomValue(settingsAtom);
  const articles = news.length <= COUNTED ? articlesOf(news, null).length : 0;
  const words = news.length <= COUNTED ? `${plural(wordCount(news), "word")}` : plural(news.length, "character");
  const takeNews = useCallback((text: string) => change({ news: text }), [change]);
  const host = hostOf(settings.provider.endpoint);
  return (
    <RailSection title="News Analysis">
      <NewsField
        label="News Content"
        news={news}
        onChange={takeNews}
        example={EXAMPLE_ARTICLE}
        reading={reading}
        rows={9}
        placeholder="An article about the market"
        hint={`${words}${articles > 1 ? ` in ${articles} articles` : ""}; minimum 20. Separate articles with a line of ---.`}
      />
      <DateField
        label="News date"
        value={published}
        onChange={(day) => change({ published: day })}
        hint="Default: now. With a date, the signal can be scored against linked prices."
      />
      {includeMarketContext ? (
        <TextField
          label="Market Context"
          rows={2}
          value={context}
          onChange={(text) => change({ context: text })}
          placeholder="bullish, bearish, volatile, neutral…"
          aside={
            <Button size="small" kind="quiet" isDisabled={!fillContext} onPress={fillContext}>
              Fill from dataset
            </Button>
          }
          hint={fillContext ? undefined : "To fill it from prices, link them under Reflection Analysis."}
        />
      ) : null}
      <p className="text-muted text-small">
        {provider === "built-in" ? "Analyzed by the lexicon engine: nothing leaves this device." : null}
        {provider === "endpoint" ? `Analyzed by ${host || "an endpoint not yet configured"}: the text is sent there.` : null}
        {provider === "browser" ? "Analyzed by the browser's model: nothing leaves this device." : null}
      </p>
      <Button kind="primary" keys="Ctrl ↵" busy={running} isDisabled={news.trim() === ""} onPress={run}>
        Generate Trading Signal
      </Button>
    </RailSection>
  );
});
