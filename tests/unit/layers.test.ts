import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * Import boundaries. Each rule names a folder and what its files may import besides themselves; ARCHITECTURE.md has the same table in
 * words, and a test below compares the two.
 */
interface Wall {
  folder: string;
  /** Project folders or files whose values may be imported. */
  values: string[];
  /** Further folders from which only types may be imported. */
  types?: string[];
  /** Packages that may be imported; all others are refused. */
  packages: string[];
}

const REACT = ["react", "react-dom", "react/jsx-runtime"];
const root = process.cwd();
/** What the page may read from a room besides types: its settings and texts. */
const SCHEMAS = readdirSync(join(root, "workers")).flatMap((room) =>
  ["", "account-", "search-", "budget-", "choices-", "handed-", "options-", "weight-"].map((part) => `workers/${room}/${part}schema`),
);
const TEXTS = readdirSync(join(root, "workers")).map((room) => `workers/${room}/messages`);
const CONTRACT = [
  "workers/contract",
  "workers/analyzed-column",
  "workers/capabilities",
  "workers/graphics",
  "workers/format",
  "workers/texts",
  "workers/formula-words",
  "workers/former-names",
  "workers/ingest/not-csv",
  "workers/origin",
  "workers/step-name",
  "workers/traded-bars",
  "workers/volatility/simulated-market",
  "workers/volatility/symbols",
  ...SCHEMAS,
  ...TEXTS,
];
const UI_PACKAGES = ["react-aria-components", "react-aria", "react-stately", "lucide-react", "@internationalized"];

const walls: Wall[] = [
  { folder: "assembly", values: ["assembly"], packages: [] },
  {
    folder: "workers",
    values: ["workers", "assembly/build"],
    packages: [
      "@uwdata/flechette",
      "@valibot/to-json-schema",
      "comlink",
      "fflate",
      "hono",
      "htmlparser2",
      "hyparquet",
      "hyparquet-compressors",
      "hyparquet-writer",
      "idb",
      "papaparse",
      "read-excel-file",
      "valibot",
      "workbox-",
    ],
  },
  // For the command, Node's own modules take the place of the page.
  {
    folder: "workers/node",
    values: ["workers"],
    packages: [
      "node:",
      "@hono/node-server",
      "bullmq",
      "comlink",
      "hono",
      "hyparquet",
      "hyparquet-writer",
      "ioredis",
      "tinyglobby",
      "valibot",
      "virtual:build-facts",
      "ws",
    ],
  },
  { folder: "src/lib", values: ["src/lib", ...CONTRACT], types: ["workers"], packages: [] },
  {
    folder: "src/ui",
    values: ["src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "virtual:formulas", "virtual:methods"],
  },
  {
    folder: "src/charts",
    values: ["src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "uplot", "uplot-react", "d3-shape", "d3-scale"],
  },
  {
    folder: "src/client",
    values: ["src/client", "src/lib", ...CONTRACT],
    types: ["workers", "src/charts"],
    packages: [...REACT, "comlink", "jotai", "partysocket", "virtual:pwa-register", "workbox-window"],
  },
  {
    folder: "src/state",
    // Databases of the page fail like those of the workers.
    values: ["src/state", "src/client", "src/lib", "src/ui", "workers/storage/attended", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, "idb", "jotai", "valibot", "virtual:build-facts"],
  },
  {
    folder: "src/analysis",
    values: ["src/analysis", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "valibot", "virtual:formulas", "virtual:methods"],
  },
  {
    folder: "src/strategies",
    values: ["src/strategies", "src/analysis", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "jotai", "valibot"],
  },
  {
    folder: "src/app",
    values: [
      "src/app",
      "src/pages",
      "src/routes",
      "src/client",
      "src/state",
      "src/analysis",
      "src/charts",
      "src/ui",
      "src/lib",
      ...CONTRACT,
    ],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "@fontsource-variable", "virtual:formulas", "virtual:methods"],
  },
  {
    folder: "src/pages",
    values: ["src/pages/parts", "src/routes", "src/analysis", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "valibot"],
  },
  {
    folder: "src/tools",
    values: ["src/strategies", "src/analysis", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "valibot", "virtual:build-facts"],
  },
];

const posix = (path: string) => path.split(sep).join("/");

function sources(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "build" ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

interface Import {
  specifier: string;
  typeOnly: boolean;
  /** Imported dynamically, not with the file. */
  lazy: boolean;
}

const STATIC_IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']/g;

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), "utf8");
  const fixed = [...text.matchAll(STATIC_IMPORT)].map((match) => ({ specifier: match[2], typeOnly: match[1] !== undefined, lazy: false }));
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map((match) => ({ specifier: match[1], typeOnly: false, lazy: true }));
  return [...fixed, ...dynamic];
}

/** The file a relative specifier refers to; null for build output. */
function fileOf(path: string, specifier: string): string | null {
  const base = posix(relative(root, join(root, dirname(path), specifier.split("?")[0])));
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  return candidates.find((file) => /\.tsx?$/.test(file) && existsSync(join(root, file))) ?? null;
}

/** Every file with its imports: static ones, and with `lazy` also dynamic ones. */
function importGraph(files: readonly string[], lazy: boolean): Map<string, string[]> {
  return new Map(
    files.map((path) => {
      const wanted = importsOf(path).filter((one) => one.specifier.startsWith(".") && (lazy || !one.lazy));
      return [path, wanted.flatMap(({ specifier }) => fileOf(path, specifier) ?? [])];
    }),
  );
}

/** Cycles of a graph: its strongly connected components (Tarjan 1972). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const place = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    place.set(node, place.size);
    low.set(node, place.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!place.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== place.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const node of graph.keys()) if (!place.has(node)) visit(node);
  return found;
}

/** Rooms that any room may import in full; of all others only `index.ts` is open. */
const TOOLBOXES = ["runtime", "numerics"];
/** Rooms that may import all others, but that none may import: they run jobs, like the page. */
const HOSTS = ["node"];
/** The room of a file in `workers`; null for files outside rooms. */
const roomOf = (path: string): string | null => /^workers\/([^/]+)\//.exec(path)?.[1] ?? null;

/** A room's settings; those read by other screens too are in separate files. Other rooms' schemas and the page may import them. */
const isSchema = (path: string) => /^workers\/[^/]+\/([a-z]+-)?schema\.ts$/.test(path);

const inside = (path: string, folders: string[]) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
const isPackage = (specifier: string, name: string) =>
  specifier === name || specifier.startsWith(`${name}/`) || (/[-:]$/.test(name) && specifier.startsWith(name));

/** Files a rule covers: those of its folder without a narrower rule. */
const within = ({ folder }: Wall): string[] => {
  const narrower = walls.map((wall) => wall.folder).filter((other) => other.startsWith(`${folder}/`));
  return sources(folder).filter((path) => !inside(path, narrower));
};

function breaches(wall: Wall): string[] {
  const wrong: string[] = [];
  // Each screen is separate: a tool never imports another tool.
  const perScreen = wall.folder === "src/tools" || wall.folder === "src/pages";
  for (const path of within(wall)) {
    const own = perScreen ? path.split("/").slice(0, 3).join("/") : wall.folder;
    for (const { specifier, typeOnly } of importsOf(path)) {
      if (!specifier.startsWith(".")) {
        if (!wall.packages.some((name) => isPackage(specifier, name))) wrong.push(`${path} imports the package ${specifier}`);
        continue;
      }
      const target = posix(relative(root, join(root, dirname(path), specifier.split("?")[0]))).replace(/\.(tsx?|js)$/, "");
      const folders = [own, ...wall.values, ...(typeOnly ? (wall.types ?? []) : [])];
      if (!inside(target, folders)) wrong.push(`${path} imports ${typeOnly ? "types of " : ""}${target}`);
    }
  }
  return wrong;
}

describe("boundaries between folders", () => {
  for (const wall of walls) {
    it(`${wall.folder} imports only what is allowed`, () => expect(breaches(wall)).toEqual([]));
  }

  it("covers every source folder", () => {
    const covered = walls.map(({ folder }) => folder);
    const loose = ["assembly", "workers", "src"].flatMap(sources).filter((path) => !inside(path, covered));
    expect(loose.filter((path) => path !== "src/main.tsx" && path !== "src/routes.ts")).toEqual([]);
  });

  it("ARCHITECTURE.md has a row for every folder, and the table of the tests for those of tests", () => {
    const within = (folder: string) =>
      readdirSync(join(root, folder)).filter((name) => name !== "build" && statSync(join(root, folder, name)).isDirectory());
    const tables: [file: string, folders: string[]][] = [
      [
        "ARCHITECTURE.md",
        ["tests", ...["assembly", "workers", "src"].flatMap((folder) => [folder, ...within(folder).map((name) => `${folder}/${name}`)])],
      ],
      ["tests/README.md", within("tests")],
    ];
    for (const [file, folders] of tables) {
      const text = readFileSync(join(root, file), "utf8");
      expect(
        folders.filter((folder) => !text.includes(`| \`${folder}/\` |`)),
        file,
      ).toEqual([]);
    }
  });
});

describe("the domains of workers", () => {
  const files = sources("workers");
  const graph = importGraph(files, true);

  it("are imported only through their index", () => {
    const wrong = files.flatMap((path) =>
      (graph.get(path) ?? []).flatMap((target) => {
        const room = roomOf(target);
        const schemas = isSchema(target);
        // The table of texts lists every room's.
        const listed = path === "workers/texts.ts" && target === `workers/${room}/messages.ts`;
        const open =
          room === null || room === roomOf(path) || TOOLBOXES.includes(room) || target === `workers/${room}/index.ts` || schemas || listed;
        return open ? [] : [`${path} imports ${target}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("have schemas that add no code to the page", () => {
    const plain = ["workers/contract.ts"];
    const wrong = files
      .filter(isSchema)
      .flatMap((path) =>
        (graph.get(path) ?? []).flatMap((target) => (isSchema(target) || plain.includes(target) ? [] : [`${path} imports ${target}`])),
      );
    expect(wrong).toEqual([]);
  });

  it("have no circular imports, and the toolboxes import no domain", () => {
    const rooms = new Map<string, string[]>();
    for (const [path, targets] of graph) {
      const room = roomOf(path);
      if (room === null) continue;
      const others = targets.flatMap((target) => roomOf(target) ?? []).filter((other) => other !== room);
      rooms.set(room, [...new Set([...(rooms.get(room) ?? []), ...others])]);
    }
    expect(circles(rooms)).toEqual([]);
    expect(TOOLBOXES.flatMap((room) => (rooms.get(room) ?? []).filter((other) => !TOOLBOXES.includes(other)))).toEqual([]);
  });

  it("do not import their hosts", () => {
    const known = files.filter((path) => !HOSTS.includes(roomOf(path) ?? "")).flatMap((path) => graph.get(path) ?? []);
    expect(known.filter((target) => HOSTS.includes(roomOf(target) ?? ""))).toEqual([]);
  });

  it("do not import the tables that list them", () => {
    const tables = ["workers/jobs.ts", "workers/parts.ts"];
    const rooms = files.filter((path) => roomOf(path) !== null && !HOSTS.includes(roomOf(path)!));
    expect(rooms.filter((path) => (graph.get(path) ?? []).some((target) => tables.includes(target)))).toEqual([]);
  });
});

it("there are no circular imports, including types", () => {
  expect(circles(importGraph(["assembly", "workers", "src", "tests", "scripts"].flatMap(sources), false))).toEqual([]);
});
