import { memo, useCallback } from "react";
import { DatedNewsField } from "../../analysis/decision/news-field.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import type { AlphaSettings, ChangeSettings } from "./settings";

/** Dated news, used by two of the factors. */
export const NewsSection = memo(function NewsSection({ news, change }: Pick<AlphaSettings, "news"> & { change: ChangeSettings }) {
  const take = useCallback((text: string) => change({ news: text }), [change]);
  return (
    <Disclosure title="Dated news" note={news === "" ? "none" : undefined} startsOpen={news !== ""} level={2}>
      <DatedNewsField news={news} onChange={take} />
    </Disclosure>
  );
});
