import { useNavigate } from "@tanstack/react-router";
import { UserRound } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Menu, type MenuChoice } from "../ui/menu.tsx";
import { THEMES, useTheme } from "./theme.ts";

const THEME_LABELS = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" } as const;

export function UserMenu() {
  const navigate = useNavigate();
  const [theme, setTheme] = useTheme();
  const link = (id: string, label: string): MenuChoice => ({ id, label, onChoose: () => void navigate({ to: id }) });
  const choices: MenuChoice[] = [
    link("/profile", "Your Profile"),
    link("/settings", "Settings"),
    ...THEMES.map((id, index) => ({
      id,
      label: THEME_LABELS[id],
      onChoose: () => setTheme(id),
      current: theme === id,
      divided: index === 0,
    })),
    { ...link("/logout", "Sign out"), divided: true },
  ];
  return (
    <Menu
      label="User menu"
      choices={choices}
      trigger={
        <Button kind="quiet" square aria-label="User menu" className="rounded-full border-line bg-raised">
          <UserRound aria-hidden="true" size={15} />
        </Button>
      }
    />
  );
}
