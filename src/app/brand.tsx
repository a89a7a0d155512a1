import { Link } from "@tanstack/react-router";
import { Badge } from "../ui/badge.tsx";

/** The value curve of prospect theory: flat above the reference point, steep below it. */
function BrandMark() {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      className="text-accent"
    >
      <path d="M3 17C6.5 16 9 14 10 10" />
      <path d="M10 10c.7-3.2 3-5.2 7-6" opacity=".55" />
      <path d="M2 10h16" strokeWidth="1" opacity=".35" />
    </svg>
  );
}

export function Brand() {
  return (
    <Link to="/" className="flex h-12 shrink-0 items-center gap-2 font-[650] text-title tracking-[-0.02em]">
      <BrandMark />
      Prospect{" "}
      <span className="max-[359px]:hidden">
        <Badge>Beta</Badge>
      </span>
    </Link>
  );
}
