import * as v from "valibot";
import { plans, priceOf } from "../parts/plans.ts";

export const ROLES = [
  { value: "trader", label: "Trader" },
  { value: "analyst", label: "Analyst" },
  { value: "portfolio-manager", label: "Portfolio Manager" },
  { value: "executive", label: "Executive" },
  { value: "other", label: "Other" },
] as const;

export const INTERESTS = [
  { value: "llm", label: "LLM Trading Engine" },
  { value: "risk", label: "Risk Management" },
  { value: "analysis", label: "Market Analysis" },
  { value: "portfolio", label: "Portfolio Optimization" },
] as const;

export type Interest = (typeof INTERESTS)[number]["value"];

const roleValues = ROLES.map(({ value }) => value);
const interestValues = INTERESTS.map(({ value }) => value);

export const tier = v.picklist(["analyst", "strategist", "institution"]);

/** Content of the form, and the request made from it. The form has no field for `aum`. */
export const demoForm = v.object({
  name: v.string(),
  email: v.string(),
  company: v.string(),
  role: v.nullable(v.picklist(roleValues)),
  aum: v.string(),
  interests: v.array(v.picklist(interestValues)),
  useCase: v.string(),
  preferredTier: v.nullable(tier),
});

export type DemoForm = v.InferOutput<typeof demoForm>;

export const DEMO_DEFAULTS: DemoForm = {
  name: "",
  email: "",
  company: "",
  role: null,
  aum: "",
  interests: [],
  useCase: "",
  preferredTier: null,
};

/** The last request made; stored across a reload. */
export const keptRequest = v.object({
  request: v.nullable(demoForm),
  at: v.number(),
  sent: v.boolean(),
});

type KeptRequest = v.InferOutput<typeof keptRequest>;
export const NO_REQUEST: KeptRequest = { request: null, at: 0, sent: false };

export interface DemoErrors {
  name?: string;
  email?: string;
}

const emailSchema = v.pipe(v.string(), v.email());

export function demoErrors({ name, email }: DemoForm): DemoErrors {
  const errors: DemoErrors = {};
  if (name.trim() === "") errors.name = "Please enter your full name";
  if (email.trim() === "") errors.email = "Please enter your business email";
  else if (!v.is(emailSchema, email.trim())) errors.email = "Please enter a valid email address, such as name@company.com";
  return errors;
}

const labelOf = (choices: readonly { value: string; label: string }[], value: string | null): string =>
  choices.find((choice) => choice.value === value)?.label ?? "";

/** The request line by line, without empty fields. */
export function requestLines(request: DemoForm): [string, string][] {
  const plan = plans.find(({ id }) => id === request.preferredTier);
  const lines: [string, string][] = [
    ["Full Name", request.name],
    ["Business Email", request.email],
    ["Company", request.company],
    ["Role", labelOf(ROLES, request.role)],
    ["Areas of Interest", request.interests.map((interest) => labelOf(INTERESTS, interest)).join(", ")],
    ["Preferred Tier", plan ? `${plan.name}, ${priceOf(plan)}` : ""],
    ["Use Case", request.useCase],
  ];
  return lines.filter(([, value]) => value.trim() !== "");
}

export const requestText = (request: DemoForm): string =>
  requestLines(request)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** Opens the user's mail program with everything filled in except the recipient, which this build does not have. */
export const mailAddress = (request: DemoForm): string =>
  `mailto:?subject=${encodeURIComponent("Demo request: Prospect")}&body=${encodeURIComponent(requestText(request))}`;

/** Endpoint for requests; undefined if the build has none. */
export const demoEndpoint = (): string | undefined => import.meta.env.VITE_DEMO_ENDPOINT || undefined;

/** True once the endpoint has accepted the request. */
export async function postRequest(endpoint: string, request: DemoForm): Promise<boolean> {
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    return response.ok;
  } catch {
    return false;
  }
}
