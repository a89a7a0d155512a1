import type { Provider } from "./trader-inputs.ts";

export const PROVIDER_LABELS: Record<Provider, string> = {
  "built-in": "Lexicon engine",
  endpoint: "OpenAI-compatible endpoint",
  browser: "Browser model",
};

/** Origin of an endpoint for display; empty if none is set. */
export const hostOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).origin : "");
