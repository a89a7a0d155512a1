import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The walls of the house. Each rule names a folder and says what its files may import besides themselves;
 * the table in ARCHITECTURE.md tells the same in words, and a test below holds the two together.
 */
interface Wall {
  folder: string;
  /** Project folders or files whose values may be imported. */
  values: string[];
  /** Further folders of which only types may be imported. */
  types?: string[];
  /** Packages that may be imported; everything else is refused. */
  packages: string[];
}

const REACT = ["react", "react-dom", "react/jsx-runtime"];
const CONTRACT = ["workers/contract", "workers/lib/messages"];
const UI_PACKAGES = ["react-aria-components", "react-aria", "react-stately", "lucide-react", "@internationalized"];

const walls: Wall[] = [
  { folder: "assembly", values: ["assembly"], packages: [] },
  {
    folder: "workers",
    values: ["workers", "assembly/build"],
    packages: ["@valibot/to-json-schema", "comlink", "hono", "idb", "papaparse", "valibot", "workbox-"],
  },
  { folder: "src/lib", values: ["src/lib"], types: ["workers"], packages: [] },
  {
    folder: "src/ui",
    values: ["src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "virtual:methods"],
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
    values: ["src/state", "src/client", "src/lib", "src/ui", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, "jotai", "valibot", "virtual:build-facts"],
  },
  {
    folder: "src/data",
    values: ["src/data", "src/state", "src/client", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "jotai", "valibot"],
  },
  {
    folder: "src/strategies",
    values: ["src/strategies", "src/data", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "jotai", "valibot"],
  },
  {
    folder: "src/report",
    values: ["src/report", "src/data", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, "virtual:methods"],
  },
  {
    folder: "src/app",
    values: ["src/app", "src/pages", "src/routes", "src/client", "src/state", "src/data", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "@fontsource-variable", "virtual:methods"],
  },
  {
    folder: "src/pages",
    values: ["src/pages/parts", "src/routes", "src/data", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "valibot"],
  },
  {
    folder: "src/tools",
    values: ["src/strategies", "src/report", "src/data", "src/state", "src/client", "src/charts", "src/ui", "src/lib", ...CONTRACT],
    types: ["workers"],
    packages: [...REACT, ...UI_PACKAGES, "@tanstack/react-router", "jotai", "valibot"],
  },
];

const root = process.cwd();
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
}

const STATIC_IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']/g;

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), "utf8");
  const fixed = [...text.matchAll(STATIC_IMPORT)].map((match) => ({ specifier: match[2], typeOnly: match[1] !== undefined }));
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map((match) => ({ specifier: match[1], typeOnly: false }));
  return [...fixed, ...dynamic];
}

const inside = (path: string, folders: string[]) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
const isPackage = (specifier: string, name: string) =>
  specifier === name || specifier.startsWith(`${name}/`) || (name.endsWith("-") && specifier.startsWith(name));

function breaches(wall: Wall): string[] {
  const wrong: string[] = [];
  // A screen is a room of its own: a tool never imports a tool.
  const perScreen = wall.folder === "src/tools" || wall.folder === "src/pages";
  for (const path of sources(wall.folder)) {
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

describe("the walls between the folders", () => {
  for (const wall of walls) {
    it(`${wall.folder} imports only what it may`, () => expect(breaches(wall)).toEqual([]));
  }

  it("covers every source folder", () => {
    const covered = walls.map(({ folder }) => folder);
    const loose = ["assembly", "workers", "src"].flatMap(sources).filter((path) => !inside(path, covered));
    expect(loose.filter((path) => path !== "src/main.tsx" && path !== "src/routes.ts")).toEqual([]);
  });

  it("ARCHITECTURE.md has a row for every folder", () => {
    const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const folders = ["assembly", "workers", "src", "tests"].flatMap((folder) => [
      folder,
      ...readdirSync(join(root, folder))
        .filter((name) => name !== "build" && statSync(join(root, folder, name)).isDirectory())
        .map((name) => `${folder}/${name}`),
    ]);
    expect(folders.filter((folder) => !text.includes(`| \`${folder}/\` |`))).toEqual([]);
  });
});
