import { UserRound } from "lucide-react";
import { Button } from "../ui/button.tsx";

export function UserButton({ onPressStart, focused }: { onPressStart?: () => void; focused?: boolean }) {
  return (
    <Button
      kind="quiet"
      square
      aria-label="User menu"
      autoFocus={focused}
      onPressStart={onPressStart}
      className="rounded-full border-line bg-raised"
    >
      <UserRound aria-hidden="true" size={15} />
    </Button>
  );
}
