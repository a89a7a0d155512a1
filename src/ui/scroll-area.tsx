import { type ReactNode, useEffect, useRef, useState } from "react";

/** Scrolls sideways where its content is too wide; then it also takes the focus, so that the arrow keys can scroll it. */
export function ScrollArea({ label, children }: { label?: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const [overflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // A frame later: taking the focus away or giving it changes the layout that is being observed.
    let frame = 0;
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return (
    <div
      ref={area}
      className="relative overflow-x-auto -outline-offset-2"
      {...(overflowing ? { tabIndex: 0, role: "group", "aria-label": `${label ?? "Content"}, scrolls sideways` } : {})}
    >
      {children}
    </div>
  );
}
