import { originOf } from "../../workers/origin";

/** A key with the origin of its endpoint, as stored. */
export const bindKey = (endpoint: string, key: string): string => `${originOf(endpoint)}\n${key}`;

/** A stored key for an endpoint: null if there is none, or if it was entered for another origin, which must not receive it. */
export function keyFor(endpoint: string, kept: string | null): { key: string | null; boundTo: string | null } {
  const [boundTo, key] = kept?.split("\n", 2) ?? [null, null];
  if (boundTo === null) return { key: null, boundTo: null };
  return { key: boundTo === originOf(endpoint) ? (key ?? null) : null, boundTo };
}
