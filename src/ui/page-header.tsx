import { createContext, type ReactNode, useContext } from "react";

interface PageHeaderProps {
  title: string;
  /** One sentence. */
  description?: ReactNode;
  actions?: ReactNode;
  badge?: ReactNode;
}

const Embedded = createContext(false);

/** Wraps a screen embedded in another one: its title becomes a second-level heading. */
export function EmbeddedScreen({ children }: { children: ReactNode }) {
  return <Embedded value={true}>{children}</Embedded>;
}

/** The only h1 of a screen; receives focus after navigation. */
export function PageHeader({ title, description, actions, badge }: PageHeaderProps) {
  const embedded = useContext(Embedded);
  const Heading = embedded ? "h2" : "h1";
  return (
    <header className="mb-1 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-[1_1_20rem]">
        <Heading tabIndex={embedded ? undefined : -1} className="flex items-center gap-2 font-[620] text-page tracking-[-0.02em]">
          {title}
          {badge}
        </Heading>
        {description ? <p className="max-w-[110ch] text-pretty text-muted">{description}</p> : null}
      </div>
      {actions ? (
        <div className="flex min-h-7.5 flex-wrap gap-2 max-[640px]:w-full max-[640px]:[&>.bg-accent]:flex-1">{actions}</div>
      ) : null}
    </header>
  );
}
