import { Suspense, useEffect, useRef, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";
import { Button } from "../ui/button.tsx";
import { deferred } from "../ui/deferred.ts";
import { UserMark } from "./user-mark.tsx";

const load = async () => (await import("./user-menu-list.tsx")).UserMenuList;
const UserMenuList = deferred(load);

/** The button renders at once; its menu is loaded when the page is idle, or on the first press. Navigation closes it. */
export function UserMenu({ pathname }: { pathname: string }) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === pathname;
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        square
        aria-label="User menu"
        aria-haspopup="menu"
        aria-expanded={open}
        onPress={() => setOpenAt(open ? null : pathname)}
        onKeyDown={(event) => event.key === "ArrowDown" && setOpenAt(pathname)}
        className="rounded-full border-line bg-raised"
      >
        <UserMark />
      </Button>
      {open ? (
        <Suspense>
          <UserMenuList button={button} onClose={() => setOpenAt(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
