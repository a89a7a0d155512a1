import { memo, useCallback } from "react";
import { NewsField } from "../../analysis/decision/news-field.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import type { AlphaSettings, ChangeSettings } from "./settings";

/** Three items that show the format of dated news. */
const EXAMPLE = `2018-10-03 Oil rallies to a four year high on strong demand and tight supply
2018-11-13 Crude plunges as fears of oversupply and weak demand grow
2018-12-07 OPEC agrees on cuts; analysts see growth and a recovery ahead`;

/** Dated news, used by two of the factors. */
export const NewsSection = memo(function NewsSection({ news, change }: Pick<AlphaSettings, "news"> & { change: ChangeSettings }) {
  const take = useCallback((text: string) => change({ news: text }), [change]);
  return (
    <Disclosure title="Dated news" note={news === "" ? "none" : undefined} startsOpen={news !== ""} level={2}>
      <NewsField
        label="News Data"
        news={news}
        onChange={take}
        example={EXAMPLE}
        rows={5}
        required={false}
        placeholder="2018-10-03 Oil rallies on strong demand"
        hint="Start each item with its date, such as 2018-10-03 or 2018-10-03 14:30 (UTC)"
      />
    </Disclosure>
  );
});
