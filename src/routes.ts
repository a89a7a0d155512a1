import type { ComponentType } from "react";
import type { IconName } from "./app/screen-icons.ts";

export type SidebarGroup = "Core" | "AI Models" | "Risk" | "Advanced Models" | "Tools" | "Management";
export type MobileGroup = "Core" | "Analysis" | "Models" | "Tools";
export type RouteBadge = "New" | "Beta" | "Dev" | "Popular";

export interface Screen {
  /** The first is the canonical one, the others are aliases of the same screen. */
  paths: readonly [`/${string}`, ...`/${string}`[]];
  /** Heading and document title. */
  title: string;
  /** Shorter name in menus; the title if there is none. */
  label?: string;
  badge?: RouteBadge;
  /** Group of the sidebar; none = not in the sidebar. */
  group?: SidebarGroup;
  /** Group of the mobile menu. */
  mobile?: MobileGroup;
  /** In the bar at the top. */
  top?: true;
  /** Its field for a series, by the name it is kept under: what is found by the search can be opened there. */
  dataField?: string;
  /** Takes settings from a link or a file, as every screen with a field for a series does. */
  shared?: true;
  /** For the collapsed sidebar. */
  icon?: IconName;
  load: () => Promise<{ default: ComponentType }>;
}

const dataIntegration = () => import("./pages/data-integration/data-integration.tsx");

/** One line per screen. Router, top bar, sidebar, mobile menu, palette and titles all read this table. */
// biome-ignore format: one line per screen, however long
export const screens: readonly Screen[] = [
  { paths: ["/"], title: "Home", group: "Core", mobile: "Core", top: true, icon: "House", load: () => import("./pages/home/home.tsx") },
  { paths: ["/dashboard"], title: "Dashboard", group: "Core", mobile: "Core", top: true, icon: "LayoutDashboard", load: () => import("./pages/dashboard/dashboard.tsx") },
  { paths: ["/llm-trader"], title: "LLM Trader", group: "AI Models", icon: "Newspaper", dataField: "llm-trader/linked", load: () => import("./tools/llm-trader/llm-trader.tsx") },
  { paths: ["/alpha-miner"], title: "Alpha Miner", group: "AI Models", icon: "Pickaxe", dataField: "alpha-miner/data", load: () => import("./tools/alpha-miner/alpha-miner.tsx") },
  { paths: ["/market-analysis"], title: "Trading Dashboard", label: "Market Analysis", badge: "New", group: "AI Models", mobile: "Analysis", top: true, icon: "CandlestickChart", dataField: "market-analysis/data", load: () => import("./tools/market-analysis/market-analysis.tsx") },
  { paths: ["/risk-management", "/risk", "/risk-assessment"], title: "Risk Manager", label: "Risk Management", group: "Risk", mobile: "Analysis", top: true, icon: "ShieldAlert", dataField: "risk-management/data", load: () => import("./tools/risk-management/risk-management.tsx") },
  { paths: ["/garch-model"], title: "GARCH Model Analysis", label: "GARCH Model", group: "Advanced Models", mobile: "Models", top: true, icon: "Activity", dataField: "garch-model/data", load: () => import("./tools/garch-model/garch-model.tsx") },
  { paths: ["/market-curiosity"], title: "Market Curiosity Analysis", label: "Market Curiosity", group: "Advanced Models", mobile: "Models", icon: "Sparkles", dataField: "market-curiosity/data", load: () => import("./tools/market-curiosity/market-curiosity.tsx") },
  { paths: ["/markov-regime"], title: "Markov Regime Analysis", label: "Markov Regime", group: "Advanced Models", mobile: "Models", icon: "Network", dataField: "markov-regime/data", load: () => import("./tools/markov-regime/markov-regime.tsx") },
  { paths: ["/lyapunov"], title: "Lyapunov Analysis", label: "Lyapunov", badge: "New", group: "Advanced Models", mobile: "Models", icon: "Orbit", dataField: "lyapunov/data", load: () => import("./tools/lyapunov/lyapunov.tsx") },
  { paths: ["/convert-data"], title: "Trading Results Processor", label: "Convert Data", group: "Tools", mobile: "Tools", icon: "FileSpreadsheet", shared: true, load: () => import("./tools/convert-data/convert-data.tsx") },
  { paths: ["/backtester"], title: "Backtester", group: "Tools", mobile: "Analysis", icon: "History", dataField: "backtester/data", load: () => import("./tools/backtester/backtester.tsx") },
  { paths: ["/data-integration"], title: "Data Integration", group: "Tools", mobile: "Tools", icon: "Cable", load: dataIntegration },
  { paths: ["/strategy-builder", "/strategies"], title: "Strategy Builder", badge: "Beta", group: "Tools", mobile: "Tools", icon: "FlaskConical", dataField: "strategy-builder/data", load: () => import("./tools/strategy-builder/strategy-builder.tsx") },
  { paths: ["/quant-edge-ai"], title: "Trading Decision Engine", label: "Trading Engine", badge: "New", group: "Tools", mobile: "Tools", icon: "BrainCircuit", dataField: "quant-edge-ai/data", load: () => import("./tools/quant-edge-ai/quant-edge-ai.tsx") },
  { paths: ["/batch"], title: "Batch", badge: "New", group: "Tools", mobile: "Tools", icon: "Rows3", dataField: "batch/data", load: () => import("./tools/batch/batch.tsx") },
  { paths: ["/watchlist"], title: "Watchlist", badge: "New", group: "Tools", mobile: "Tools", icon: "ListChecks", load: () => import("./pages/watchlist/watchlist.tsx") },
  { paths: ["/clients"], title: "Portfolio Management", group: "Management", icon: "Building2", load: () => import("./pages/clients/clients.tsx") },
  { paths: ["/integration"], title: "Data Integration", group: "Management", icon: "Boxes", load: dataIntegration },
  { paths: ["/system-status", "/status", "/health"], title: "System Status", load: () => import("./pages/system-status/system-status.tsx") },
  { paths: ["/portfolio", "/portfolio-optimization", "/optimize"], title: "Portfolio Optimization", dataField: "portfolio/assets", load: () => import("./tools/portfolio/portfolio.tsx") },
  { paths: ["/validation", "/model-validation", "/backtest-validation"], title: "Model Validation Framework", label: "Model Validation", dataField: "validation/data", load: () => import("./tools/validation/validation.tsx") },
  { paths: ["/docs", "/api"], title: "API Documentation", label: "Documentation", load: () => import("./pages/docs/docs.tsx") },
  { paths: ["/test-api"], title: "API Test", load: () => import("./pages/test-api/test-api.tsx") },
  { paths: ["/demo", "/request-demo", "/contact", "/get-started"], title: "Request a Demo", label: "Request Demo", load: () => import("./pages/demo/demo.tsx") },
  { paths: ["/profile"], title: "Your Profile", load: () => import("./pages/profile/profile.tsx") },
  { paths: ["/settings"], title: "Settings", load: () => import("./pages/settings/settings.tsx") },
  { paths: ["/runs"], title: "Runs", load: () => import("./pages/runs/runs.tsx") },
  { paths: ["/subscription"], title: "Subscription", load: () => import("./pages/subscription/subscription.tsx") },
  { paths: ["/logout"], title: "Sign out", load: () => import("./pages/logout/logout.tsx") },
];

export const menuLabel = (screen: Screen): string => screen.label ?? screen.title;

const normal = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") : path);

/** The screen at an address, by any of its paths; undefined = the not-found page. */
export const screenAt = (path: string): Screen | undefined =>
  screens.find((screen) => (screen.paths as readonly string[]).includes(normal(path)));

/** Whether the screen at an address takes what strangers share: the settings of others name hosts, alerts, or whose device this is. */
export function takesShared(path: string): boolean {
  const screen = screenAt(path);
  return screen !== undefined && (screen.dataField !== undefined || screen.shared === true);
}
