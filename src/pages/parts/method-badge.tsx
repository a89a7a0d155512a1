import { Badge, type Tone } from "../../ui/badge.tsx";

const TONES: Record<string, Tone> = { GET: "accent", POST: "good", DELETE: "bad" };

/** The method of a call, by color and text. */
export const MethodBadge = ({ method }: { method: string }) => <Badge tone={TONES[method] ?? "neutral"}>{method}</Badge>;
