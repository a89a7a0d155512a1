import { Badge } from "../../ui/badge.tsx";

/** Marks rows as simulated. */
export function SimulatedChip() {
  return <Badge tone="warn">Simulated</Badge>;
}
