import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface LinkButtonProps {
  to: string;
  search?: Record<string, string>;
  children: ReactNode;
  kind?: "default" | "primary";
  size?: "normal" | "large";
}

const KINDS = {
  default: "border-line-strong bg-surface text-text hover:bg-raised",
  primary: "border-transparent bg-accent text-on-accent hover:brightness-110",
} as const;
const SIZES = { normal: "h-[30px] px-3 text-data", large: "h-9 px-4 text-title" } as const;

/** A link to a screen, styled as a button. */
export function LinkButton({ to, search, children, kind = "default", size = "normal" }: LinkButtonProps) {
  return (
    <Link
      to={to}
      search={search}
      className={`inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-[6px] border font-[550] ${KINDS[kind]} ${SIZES[size]}`}
    >
      {children}
    </Link>
  );
}
