import { useEffect, useState } from "react";
import { isLeaving, pageStays } from "../lib/leaving.ts";
import { Button } from "../ui/button.tsx";
import { ERROR_TIPS, ERROR_TITLE, errorText } from "./error-texts.ts";
import { refreshApp } from "./refresh.ts";

export function ErrorPage({ error, onRefresh = refreshApp }: { error: unknown; onRefresh?: () => Promise<void> }) {
  const [refreshing, setRefreshing] = useState(false);
  // While the page is being left, an aborted import may break the screen: show nothing.
  const [leaving, setLeaving] = useState(isLeaving);
  useEffect(() => {
    if (leaving) void pageStays().then(() => setLeaving(false));
    else console.error(error);
  }, [leaving, error]);
  const refresh = () => {
    setRefreshing(true);
    void onRefresh();
  };
  if (leaving) return null;
  return (
    <div className="mx-auto max-w-xl py-12">
      <div role="alert">
        <h1 tabIndex={-1} className="font-[620] text-page tracking-[-0.02em]">
          {ERROR_TITLE}
        </h1>
        <p className="mt-1 text-muted">{errorText(error)}</p>
      </div>
      <ul className="mt-4 list-disc pl-5 text-muted">
        {ERROR_TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <div className="mt-5 flex items-center gap-3">
        <Button kind="primary" busy={refreshing} onPress={refresh}>
          {refreshing ? "Refreshing..." : "Refresh Page"}
        </Button>
        <span className="text-muted text-small">Saved data is not affected.</span>
      </div>
    </div>
  );
}
