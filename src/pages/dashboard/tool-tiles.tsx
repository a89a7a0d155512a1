import { Link } from "@tanstack/react-router";
import { screenAt } from "../../routes.ts";
import { ScreenBadge, screenName } from "../parts/screen-cards.tsx";
import { screenNote } from "../parts/screen-notes.ts";

const CATEGORIES = {
  "AI Models": ["/llm-trader", "/alpha-miner", "/quant-edge-ai"],
  Analysis: ["/market-analysis", "/backtester", "/validation"],
  Risk: ["/risk-management", "/portfolio"],
  Models: ["/garch-model", "/market-curiosity", "/markov-regime", "/lyapunov"],
  Tools: ["/convert-data", "/strategy-builder"],
  Integration: ["/data-integration", "/test-api"],
  Support: ["/docs", "/status", "/demo"],
  Account: ["/subscription", "/clients", "/profile", "/settings"],
} as const;

/** Every tool by category, in one frame. */
export function ToolTiles() {
  return (
    <section aria-label="Tools by category" className="@container overflow-hidden rounded-[8px] border border-line bg-surface">
      <div className="-mr-px -mb-px grid grid-cols-1 @min-[330px]:grid-cols-2 @min-[700px]:grid-cols-4">
        {Object.entries(CATEGORIES).map(([category, paths]) => (
          <div key={category} className="border-line border-r border-b px-2 pt-2.5 pb-2">
            <h2 className="px-2 pb-1 font-[550] text-[0.885rem] text-faint">{category}</h2>
            <ul aria-label={category}>
              {paths.map((path) => (
                <li key={path}>
                  <Link
                    to={path}
                    title={screenNote(path)}
                    className="flex min-h-7 items-center justify-between gap-2 rounded-[6px] px-2 hover:bg-raised"
                  >
                    {screenName(path)}
                    <ScreenBadge badge={screenAt(path)?.badge} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
