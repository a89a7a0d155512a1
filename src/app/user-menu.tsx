import { type ComponentProps, type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";
import { UserButton } from "./user-button.tsx";
import type { UserMenuList } from "./user-menu-list.tsx";

type ListProps = ComponentProps<typeof UserMenuList>;
interface Arrived extends ListProps {
  List: ComponentType<ListProps>;
}

/** The button is there at once; its menu is fetched when the page is idle, or at the first press. */
export function UserMenu() {
  const [arrived, setArrived] = useState<Arrived | null>(null);
  const box = useRef<HTMLSpanElement>(null);
  const pressed = useRef(false);
  const load = useCallback(() => {
    import("./user-menu-list.tsx").then(
      ({ UserMenuList: List }) =>
        setArrived({ List, open: pressed.current, focused: Boolean(box.current?.contains(document.activeElement)) }),
      (error) => console.error(error),
    );
  }, []);
  useEffect(() => whenIdle(load), [load]);
  if (arrived) return <arrived.List open={arrived.open} focused={arrived.focused} />;
  // From the moment the key or button goes down: the menu may take this button's place before it comes up again.
  const press = () => {
    pressed.current = true;
    load();
  };
  return (
    <span ref={box} className="contents">
      <UserButton onPressStart={press} />
    </span>
  );
}
