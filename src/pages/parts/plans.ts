export type PlanId = "analyst" | "strategist" | "institution";

export interface Plan {
  id: PlanId;
  name: string;
  price: string;
  /** Unit of the price; none if it is individually agreed. */
  per?: string;
  description: string;
  features: readonly string[];
  badge?: string;
  /** API calls per month; null: unlimited. */
  apiCalls: number | null;
  /** The same as worded in the price list. */
  apiText: string;
}

/** The three tiers, in display order. */
export const plans: readonly [Plan, Plan, Plan] = [
  {
    id: "analyst",
    name: "Behavioral Analyst",
    price: "$499",
    per: "/month",
    description: "For one trader or analyst who tests ideas on daily data.",
    features: ["Basic portfolio optimization", "Core ML models", "Daily market data", "Walk-forward testing", "Basic API access"],
    apiCalls: 100_000,
    apiText: "100k API calls per month",
  },
  {
    id: "strategist",
    name: "Behavioral Strategist",
    price: "$2,499",
    per: "/month",
    description: "For a desk that builds and validates its own models.",
    features: ["Advanced optimization", "Custom ML models", "Real-time data feeds", "Full validation suite", "Extended API access"],
    badge: "Popular",
    apiCalls: 1_000_000,
    apiText: "1M API calls per month",
  },
  {
    id: "institution",
    name: "Behavioral Institution",
    price: "Custom pricing",
    description: "For funds and institutions with systems of their own.",
    features: ["Enterprise features", "Custom integration", "Global data access", "Dedicated support", "Unlimited resources"],
    apiCalls: null,
    apiText: "API calls as agreed",
  },
];

export const priceOf = ({ price, per = "" }: Plan): string => price + per;
