import { useLocation, useNavigate } from "@tanstack/react-router";
import { menuLabel, screenAt, screens } from "../../routes.ts";
import { handOver } from "../../state/hand-over";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface OpenDatasetProps {
  hash: string;
  name: string;
  onClose: () => void;
}

/** Opens a dataset found by search: choice of the screen, the current one first. */
export function OpenDataset({ hash, name, onClose }: OpenDatasetProps) {
  const navigate = useNavigate();
  const here = screenAt(useLocation({ select: ({ pathname }) => pathname }));
  const takers = screens.filter(({ dataField }) => dataField).sort((a, b) => Number(b === here) - Number(a === here));
  return (
    <Dialog title={`Open ${name} in`} onClose={onClose}>
      <ul className="flex flex-col gap-1.5">
        {takers.map((screen, index) => (
          <li key={screen.paths[0]}>
            <Button
              autoFocus={index === 0}
              className="w-full justify-start"
              onPress={() => {
                onClose();
                handOver(screen.dataField ?? "", { text: "", hash });
                void navigate({ to: screen.paths[0] });
              }}
            >
              {menuLabel(screen)}
              {screen === here ? <span className="text-muted text-small">this screen</span> : null}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
