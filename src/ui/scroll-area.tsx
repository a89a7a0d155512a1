import { type ReactNode, useEffect, useRef, useState } from "react";

/** Scrolls sideways where its content is too wide; then it also takes the focus, so that the arrow keys can scroll it. */
export function ScrollArea({ label, children }: { label?: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const [overflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={area}
      className="overflow-x-auto -outline-offset-2"
      {...(overflowing ? { tabIndex: 0, role: "group", "aria-label": `${label ?? "Content"}, scrolls sideways` } : {})}
    >
      {children}
    </div>
  );
}
