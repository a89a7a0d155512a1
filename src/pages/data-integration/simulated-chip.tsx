import { Badge } from "../../ui/badge.tsx";

/** Says that no market is behind these rows. */
export function SimulatedChip() {
  return <Badge tone="warn">Simulated</Badge>;
}
