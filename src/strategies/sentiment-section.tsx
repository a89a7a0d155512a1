import { memo, useCallback } from "react";
import * as v from "valibot";
import { fail, type Outcome, type Series, succeed } from "../../workers/contract";
import { isSentiment } from "../../workers/traded-bars";
import { datasetOf } from "../analysis/data/dataset-of.ts";
import { dated } from "../analysis/data/save-table.ts";
import type { SeriesSource } from "../analysis/data/use-series-source";
import { DatedNewsField } from "../analysis/decision/news-field.tsx";
import { useAnalysis } from "../analysis/use-analysis";
import { plural } from "../lib/format.ts";
import { useScreenInputs } from "../state/screen-inputs";
import { announce } from "../ui/announcer.ts";
import { Button } from "../ui/button.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { LateProgress } from "../ui/late-progress.tsx";

const NOTHING = { news: "" };
const schema = v.object({ news: v.optional(v.string(), "") });

/** Dated news for the sentiment weight: scored, and joined to the data in the field as a column named Sentiment. */
export const SentimentSection = memo(function SentimentSection({ source }: { source: SeriesSource }) {
  // The same news on every screen that trades a strategy.
  const { inputs, change } = useScreenInputs("dated-news", schema, NOTHING);
  const { news } = inputs;
  const take = useCallback((text: string) => change({ news: text }), [change]);
  const joining = useAnalysis<{ series: Series; used: number }>({
    work: async (turn): Promise<Outcome<{ series: Series; used: number }>> => {
      const series = await source.settled();
      if (!series) return fail("bad-input", "ingest/enterMarketData");
      const scored = await turn.ask("score-dated-news", { text: news, times: series.times });
      if (!scored.ok) return scored;
      const { bySteps } = scored.value;
      if (!bySteps?.used) return fail("bad-input", "news/noneOnRows");
      const { scores, used } = bySteps;
      const columns = [...series.columns.filter((column) => !isSentiment(column)), { name: "Sentiment", values: scores }];
      const made = `${series.name} with the mean score of the news of each row: ${plural(used, "item")}.`;
      const joined = await datasetOf(dated(series.times, columns), `${series.name} with sentiment`, { ...turn, made, of: series });
      return joined.ok ? succeed({ series: joined.value, used }) : joined;
    },
    onDone: ({ series, used }) => {
      source.takeDataset(series.hash);
      announce(`Column Sentiment made of ${plural(used, "item")} of news`);
    },
  });
  const { series } = source;
  if (!series) return null;
  const has = series.columns.some(isSentiment);
  return (
    <Disclosure title="Sentiment" note={has ? "column in the data" : "none"} level={3}>
      <div className="flex flex-col gap-2">
        <p className="text-muted text-small">
          {has
            ? "The data has a column Sentiment, which the sentiment weight of Behavioral Alpha uses. Joining news replaces it in a new dataset."
            : "The sentiment weight of Behavioral Alpha needs a column Sentiment. Dated news is scored and joined by date, in a new dataset: each item counts from the first row at or after its time, and rows without news are neutral."}
        </p>
        {series.times ? (
          <>
            <DatedNewsField news={news} onChange={take} />
            <div>
              <Button onPress={() => void joining.run()} busy={joining.busy} isDisabled={news.trim() === ""}>
                Join as a column
              </Button>
            </div>
            <LateProgress progress={joining.progress} onCancel={joining.cancel} />
            <FailureBox failure={joining.failure} />
          </>
        ) : (
          <p className="text-small">not available: needs prices with dates</p>
        )}
      </div>
    </Disclosure>
  );
});
