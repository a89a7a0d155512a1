import { UserRound } from "lucide-react";
import { Button } from "../ui/button.tsx";

export function UserButton({ onPress, focused }: { onPress?: () => void; focused?: boolean }) {
  return (
    <Button kind="quiet" square aria-label="User menu" autoFocus={focused} onPress={onPress} className="rounded-full border-line bg-raised">
      <UserRound aria-hidden="true" size={15} />
    </Button>
  );
}
