import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { RefObject } from "react";
import { settings, settingsAtom } from "../state/settings";
import { THEMES } from "../state/settings-schema";
import { type MenuChoice, OpenMenu } from "../ui/menu.tsx";

const THEME_LABELS = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" } as const;

interface UserMenuListProps {
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function UserMenuList({ button, onClose }: UserMenuListProps) {
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
  return <OpenMenu label="User menu" choices={choices} button={button} onClose={onClose} />;
}
