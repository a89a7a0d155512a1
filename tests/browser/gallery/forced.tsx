import type { ReactNode } from "react";
import { cdp } from "vitest/browser";

type ForcedState = "hover" | "focus" | "pressed";

/** Marks its content to be drawn as if hovered, focused or pressed by `forceStates`. */
export function Forced({ state, children }: { state: ForcedState; children: ReactNode }) {
  return (
    <div data-forced={state} className="contents">
      {children}
    </div>
  );
}

/** A named state of a component. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 border-line border-b text-faint text-small">{name}</p>
      {children}
    </div>
  );
}

/** Elements that the browser styles when hovered or focused, and those the component library marks. */
const TARGETS = "button, input, textarea, a[href], [tabindex], [data-rac]";
const FOCUSABLE = "button, input, textarea, a[href], [tabindex]";
const PSEUDO: Record<ForcedState, string[]> = { hover: ["hover"], focus: ["focus", "focus-visible"], pressed: ["hover", "active"] };
const ATTRIBUTES: Record<ForcedState, string[]> = {
  hover: ["data-hovered"],
  focus: ["data-focused", "data-focus-visible"],
  pressed: ["data-hovered", "data-pressed"],
};

interface CdpNode {
  nodeId: number;
  attributes?: string[];
  children?: CdpNode[];
  contentDocument?: CdpNode;
}

function find(node: CdpNode, name: string, found: { nodeId: number; state: string }[] = []): { nodeId: number; state: string }[] {
  const { attributes = [] } = node;
  const place = attributes.indexOf(name);
  if (place >= 0) found.push({ nodeId: node.nodeId, state: attributes[place + 1] });
  for (const child of [...(node.children ?? []), ...(node.contentDocument ? [node.contentDocument] : [])]) find(child, name, found);
  return found;
}

/** Applies each `Forced` state: the browser's pseudo-classes, and the component library's attributes for them. */
export async function forceStates(): Promise<void> {
  for (const frame of document.querySelectorAll<HTMLElement>("[data-forced]")) {
    const state = frame.dataset.forced as ForcedState;
    for (const target of frame.querySelectorAll(TARGETS)) {
      if (state !== "focus" || target.matches(FOCUSABLE)) target.setAttribute("data-force", state);
      for (const attribute of ATTRIBUTES[state]) target.setAttribute(attribute, "true");
    }
  }
  const session = cdp() as unknown as { send: (method: string, parameters?: object) => Promise<unknown> };
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as { root: CdpNode };
  for (const { nodeId, state } of find(root, "data-force")) {
    await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: PSEUDO[state as ForcedState] });
  }
}
