import { Button } from "../ui/button.tsx";
import { UserMark } from "./user-mark.tsx";

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
      <UserMark />
    </Button>
  );
}
