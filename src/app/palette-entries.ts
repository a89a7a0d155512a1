import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { WORKSPACE } from "../../workers/contract";
import { storage } from "../client/compute";
import { clockTime, plural } from "../lib/format.ts";
import { menuLabel, type Screen, screens } from "../routes.ts";
import { edits } from "../state/edits";
import { fillTool, runsAtom } from "../state/run-list";
import { settings } from "../state/settings";
import { SETTINGS_SECTIONS } from "../state/settings-sections";
import { applyUpdate, updateAtom } from "../state/update";
import { workspaceAtom } from "../state/workspace";
import { copyText } from "../ui/copy-text.ts";
import { loadMethods } from "../ui/load-methods.ts";
import type { Overlay, ShellAction } from "./overlays.tsx";
import type { Findable } from "./palette-search.ts";

export const ENTRY_GROUPS = ["Screens", "Actions", "Datasets", "Strategies", "Clients", "Runs", "Settings", "Glossary"] as const;
export type EntryGroup = (typeof ENTRY_GROUPS)[number];

export interface Entry extends Findable {
  id: string;
  group: EntryGroup;
  /** Muted text at the right end. */
  note: string;
  screen?: Screen;
  choose: () => void;
}

// Two menu entries lead to Data Integration; search lists it once.
const distinct = screens.filter((screen, index) => screens.findIndex((other) => other.title === screen.title) === index);
const screenWords = (screen: Screen): string =>
  [screen.title, screen.group ?? "", ...screen.paths.map((path) => path.replace(/[/-]/g, " "))].join(" ");

/** Kinds of stored records, their screen, and the name to search for. */
const RECORDS = [
  { kind: "strategy", group: "Strategies", path: "/strategy-builder" },
  { kind: "client", group: "Clients", path: "/clients" },
] as const;

interface KeptName {
  id: string;
  group: EntryGroup;
  name: string;
  path: string;
  changedAt: number;
}

/** Names of stored strategies and clients, read when search opens. */
async function keptNames(): Promise<KeptName[]> {
  const lists = await Promise.all(
    RECORDS.map(async ({ kind, group, path }) => {
      const outcome = await storage.run("list-records", { workspace: WORKSPACE, kind, tidy: false }, { cache: false });
      if (!outcome.ok) return [];
      return outcome.value.records.map(({ id, body, changedAt }): KeptName => {
        const name: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "name") : undefined;
        return { id, group, name: typeof name === "string" && name !== "" ? name : "Unnamed", path, changedAt };
      });
    }),
  );
  return lists.flat();
}

/** Data read when search opens; empty until then, and if reading fails. */
function useLoaded<Item>(load: () => Promise<readonly Item[]>): readonly Item[] {
  const [items, setItems] = useState<readonly Item[]>([]);
  useEffect(() => {
    let shown = true;
    load().then(
      (loaded) => shown && setItems(loaded),
      (error) => console.error(error),
    );
    return () => {
      shown = false;
    };
  }, [load]);
  return items;
}

const loadTerms = async () => (await loadMethods()).filter(({ isTerm }) => isTerm);

interface EntryParts {
  show: (overlay: Overlay) => void;
  act: (action: ShellAction) => void;
}

const action = (id: string, name: string, words: string, choose: () => void): Entry => ({
  id: `action ${id}`,
  group: "Actions",
  name,
  words,
  note: "",
  choose,
});
/** The themes other than the current one. */
function themeActions(): Entry[] {
  const { theme } = settings.read();
  return (["light", "dark", "auto"] as const)
    .filter((one) => one !== theme)
    .map((one) =>
      action(`theme ${one}`, one === "auto" ? "Use system theme" : `Switch to ${one} theme`, "appearance color", () =>
        settings.change({ theme: one }),
      ),
    );
}
/** Undo and redo entries for edits of this tab, latest first. */
const editActions = ({ done, undone }: ReturnType<typeof edits.read>): Entry[] => [
  ...done
    .map((edit, place) => action(`undo ${place}`, `Undo ${edit.what}`, "edit restore delete", () => void edits.undo(edit, true)))
    .reverse(),
  ...undone
    .map((edit, place) => action(`redo ${place}`, `Redo ${edit.what}`, "edit again delete", () => void edits.redo(edit, true)))
    .reverse(),
];
const settingsEntries = (go: (to: string, hash: string) => () => void): Entry[] =>
  SETTINGS_SECTIONS.map(({ id, title, words }) => ({
    id: `settings ${id}`,
    group: "Settings",
    name: title,
    words: `settings ${words}`,
    note: "Settings",
    choose: go("/settings", id),
  }));
const copyAddress = () => copyText(window.location.href, "Address copied");

/** Everything the search can find. */
export function useEntries({ show, act }: EntryParts): readonly Entry[] {
  const navigate = useNavigate();
  const { datasets } = useAtomValue(workspaceAtom);
  const { records: runs } = useAtomValue(runsAtom);
  const update = useAtomValue(updateAtom);
  const made = useSyncExternalStore(edits.subscribe, edits.read);
  const kept = useLoaded(keptNames);
  const terms = useLoaded(loadTerms);
  return useMemo(() => {
    const go = (to: string, hash?: string) => () => void navigate({ to, hash });
    return [
      ...distinct.map((screen) => ({
        id: `screen ${screen.paths[0]}`,
        group: "Screens" as const,
        name: menuLabel(screen),
        words: screenWords(screen),
        note: screen.group ?? screen.paths[0],
        screen,
        choose: go(screen.paths[0]),
      })),
      ...(update.ready ? [action("update", "Reload to update", "update", () => void applyUpdate())] : []),
      ...themeActions(),
      ...editActions(made),
      action("tour", "Take the tour", "help introduction start guide", go("/", "tour")),
      action(
        "compare",
        "Compare two runs",
        "differences side by side models datasets",
        () => void navigate({ to: "/runs", search: { compare: "any" } }),
      ),
      action("keyboard", "Show keyboard shortcuts", "keys help", () => show({ kind: "keyboard" })),
      action("tables", "Save tables of this page", "export csv excel parquet arrow", () => show({ kind: "tables" })),
      action("notifications", "Show notifications", "jobs alerts updates", () => act("notifications")),
      action("sidebar", "Collapse or expand the sidebar", "menu", () => act("sidebar")),
      action("address", "Copy page address", "link share url", () => void copyAddress()),
      ...datasets.map(({ hash, name, length, columns }) => ({
        id: `dataset ${hash}`,
        group: "Datasets" as const,
        name,
        words: columns.map((column) => column.name).join(" "),
        note: plural(length, "row"),
        choose: () => show({ kind: "dataset", hash, name }),
      })),
      ...kept.map(({ id, group, name, path, changedAt }) => ({
        id: `kept ${id}`,
        group,
        name,
        words: path,
        note: clockTime(changedAt),
        choose: go(path),
      })),
      ...runs.map(({ id, body, createdAt }) => ({
        id: `run ${id}`,
        group: "Runs" as const,
        name: body.title,
        words: body.datasets.map((dataset) => dataset.name).join(" "),
        note: clockTime(createdAt),
        choose: () => {
          fillTool(body);
          return go(body.screen)();
        },
      })),
      ...settingsEntries(go),
      ...terms.map(({ name, title, what, formula }) => ({
        id: `method ${name}`,
        group: "Glossary" as const,
        name: title,
        words: `${name} ${what} ${formula}`,
        note: what,
        choose: () => show({ kind: "method", name, title }),
      })),
    ];
  }, [datasets, runs, made, kept, terms, update.ready, navigate, show, act]);
}
