import { Direction } from "../../ui/direction.tsx";

const MARKS: Record<string, "up" | "down"> = { Buy: "up", Sell: "down" };

/** A decision by shape, color and word: ▲ Buy, ▼ Sell, ■ Hold. */
export const ActionMark = ({ action }: { action: string }) => <Direction mark={MARKS[action] ?? "flat"}>{action}</Direction>;
