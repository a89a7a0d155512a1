import { originOf } from "../../workers/origin";

/** A key bound to the origin of its endpoint, as it is kept. */
export const bindKey = (endpoint: string, key: string): string => `${originOf(endpoint)}\n${key}`;

/** A kept key for an endpoint: nothing where none is kept, and where it was entered for another origin, which may not have it. */
export function keyFor(endpoint: string, kept: string | null): { key: string | null; boundTo: string | null } {
  const [boundTo, key] = kept?.split("\n", 2) ?? [null, null];
  if (boundTo === null) return { key: null, boundTo: null };
  return { key: boundTo === originOf(endpoint) ? (key ?? null) : null, boundTo };
}
