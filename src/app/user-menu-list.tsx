import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { settings, settingsAtom } from "../state/settings";
import { THEMES } from "../state/settings-schema";
import { Menu, type MenuChoice } from "../ui/menu.tsx";
import { UserButton } from "./user-button.tsx";

const THEME_LABELS = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" } as const;

interface UserMenuListProps {
  /** The person pressed before this part had arrived. */
  open: boolean;
  /** The focus was on the button that this one replaces. */
  focused: boolean;
}

export function UserMenuList({ open, focused }: UserMenuListProps) {
  const navigate = useNavigate();
  const { theme } = useAtomValue(settingsAtom);
  const link = (id: string, label: string): MenuChoice => ({ id, label, onChoose: () => void navigate({ to: id }) });
  const choices: MenuChoice[] = [
    link("/profile", "Your Profile"),
    link("/settings", "Settings"),
    ...THEMES.map((id, index) => ({
      id,
      label: THEME_LABELS[id],
      onChoose: () => settings.change({ theme: id }),
      current: theme === id,
      divided: index === 0,
    })),
    { ...link("/logout", "Sign out"), divided: true },
  ];
  return <Menu label="User menu" choices={choices} defaultOpen={open} trigger={<UserButton focused={focused} />} />;
}
