import { Link, useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";
import { recentScreensAtom } from "../../state/recent-screens";
import { deferred } from "../../ui/deferred.ts";
import { LinkButton } from "../parts/link-button.tsx";
import { PlanCards } from "../parts/plan-cards.tsx";
import { type ScreenCard, ScreenCards, screenName } from "../parts/screen-cards.tsx";
import { isAppStart, lastScreen } from "./last-screen.ts";

const LiveFit = deferred(async () => (await import("./live-fit.tsx")).LiveFit);

const CORE_FEATURES: readonly ScreenCard[] = [
  { path: "/llm-trader", badge: "New" },
  { path: "/market-analysis", badge: "Popular" },
  { path: "/risk-management" },
  { path: "/portfolio" },
  { path: "/strategy-builder", badge: "Beta" },
  { path: "/validation" },
  { path: "/test-api", badge: "Dev" },
];

const ANALYSIS_TOOLS: readonly ScreenCard[] = [
  { path: "/convert-data", badge: "New" },
  { path: "/garch-model" },
  { path: "/alpha-miner", badge: "Beta" },
  { path: "/market-curiosity" },
];

const REASONS = [
  {
    title: "People move markets",
    text: "Loss aversion, attention and sentiment enter the models alongside price and volatility, from prospect theory to the news score, and every decision shows what drove it.",
  },
  {
    title: "Your data stays yours",
    text: "Ten values or ten million: everything is read and computed on this device, online or offline. Nothing is uploaded, and no account is needed.",
  },
  {
    title: "Every number explained",
    text: "Each result comes with its formula, settings, sample size, source and uncertainty. The kernels are tested against published references, and again on your own machine.",
  },
] as const;

/** The installed app opens where it was left; in a browser, the product page offers to resume there. */
export default function Home() {
  const last = lastScreen(useAtomValue(recentScreensAtom));
  const [goesOn] = useState(() => isAppStart() && last !== undefined);
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (goesOn) void navigate({ to: last, replace: true });
  }, [goesOn, last, navigate]);
  return goesOn ? null : <Product last={last} />;
}

/** What the product is, with a real fit on the visitor's own series. */
function Product({ last }: { last: string | undefined }) {
  // Text first: the live part and its worker are loaded once the page has rendered and the browser is idle.
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setQuiet(true)), []);
  return (
    <div className="@container mx-auto flex max-w-[92rem] flex-col gap-8">
      <div className="grid grid-cols-1 gap-6 @min-[860px]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @min-[860px]:gap-10">
        <Opening last={last} />
        <section aria-label="Try a GARCH fit" className="min-h-[26rem] min-w-0">
          {quiet ? (
            <Suspense>
              <LiveFit />
            </Suspense>
          ) : null}
        </section>
      </div>

      <Section title="Why Prospect">
        <ul className="-ml-px grid grid-cols-1 divide-y divide-line border-line border-y @min-[720px]:grid-cols-3 @min-[720px]:divide-x @min-[720px]:divide-y-0">
          {REASONS.map(({ title, text }) => (
            <li key={title} className="py-3.5 @min-[720px]:px-4 @min-[720px]:first:pl-0">
              <h3 className="font-semibold text-title">{title}</h3>
              <p className="mt-1 max-w-[60ch] text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section title="Core Features">
        <ScreenCards cards={CORE_FEATURES} />
      </Section>

      <Section title="Analysis Tools">
        <ScreenCards cards={ANALYSIS_TOOLS} />
      </Section>

      <Section title="Pricing Plans">
        <PlanCards />
      </Section>

      <Section title="See it work on your own series">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-[8px] border border-line bg-surface p-4">
          <p className="max-w-[60ch] text-muted">
            A half-hour with someone who knows the models, or the platform itself, right now and without an account.
          </p>
          <div className="flex flex-wrap gap-2.5">
            <LinkButton to="/demo" kind="primary">
              Schedule Demo
            </LinkButton>
            <LinkButton to="/dashboard">View Platform</LinkButton>
          </div>
        </div>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-[620] text-figure tracking-[-0.02em]">
        {title}
      </h2>
      {children}
    </section>
  );
}

const LINK = "px-1 text-accent underline underline-offset-2";

/** Short introduction and links. */
function Opening({ last }: { last: string | undefined }) {
  return (
    <header className="@min-[860px]:pt-6">
      <h1 tabIndex={-1} className="max-w-[18ch] text-balance font-[620] text-[2rem] leading-[1.15] tracking-[-0.03em]">
        AI-Powered Behavioral Finance Platform
      </h1>
      <p className="mt-3 max-w-[56ch] text-muted text-title">
        Trading decisions, volatility models, regimes, risk and validation built on behavioral finance. Paste a price series and get results
        with confidence intervals, computed on this device.
      </p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <LinkButton to="/demo" kind="primary" size="large">
          Request Demo
        </LinkButton>
        <LinkButton to="/docs" size="large">
          Documentation
        </LinkButton>
        <span className="flex flex-wrap items-center gap-x-3.5">
          {last ? (
            <Link to={last} className={LINK}>
              Continue with {screenName(last)}
            </Link>
          ) : null}
          <Link to="/" hash="tour" className={LINK}>
            Take the tour
          </Link>
        </span>
      </div>
      <div className="mt-6 max-w-[56ch] border-line border-t pt-4">
        <p className="text-title">
          The aim: 15-30% higher annualized returns than traditional approaches.<sup aria-hidden="true">1</sup>
        </p>
        <p className="mt-1 text-muted text-small">
          <sup aria-hidden="true">1 </sup>an aim, not a measured result:{" "}
          <Link to="/validation" className="text-accent underline underline-offset-2">
            test it on your own data
          </Link>
        </p>
      </div>
    </header>
  );
}
