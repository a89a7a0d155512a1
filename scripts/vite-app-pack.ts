import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { OWN_FILES, packFiles, typeOf } from "../workers/app-pack.ts";

/** A file as the service worker's list has it: its address, and its version where the name does not hold one. */
interface Listed {
  url: string;
  revision: string | null;
  size: number;
}

/** Letters of the digest in the name, as other files of the build have. */
const LETTERS = 7;

const ending = ({ url }: Listed): string => url.slice(url.lastIndexOf(".") + 1);
/** Like beside like compresses better. */
const byKind = (one: Listed, other: Listed): number => (`${ending(one)} ${one.url}` < `${ending(other)} ${other.url}` ? -1 : 1);

/**
 * Writes the files that the service worker keeps once more, as one (`workers/app-pack.ts`), and lists it with its digest in the place of a
 * version. A host may hold it for good: its name has its content's hash.
 */
export function appPack() {
  let output = "";
  const plugin: Plugin = {
    name: "prospect-app-pack",
    apply: "build",
    configResolved(config) {
      output = config.build.outDir;
    },
  };
  const transform = (listed: Listed[]): { manifest: Listed[] } => {
    const packed = listed.filter(({ url }) => !OWN_FILES.includes(url) && typeOf(url) !== null).sort(byKind);
    const pack = packFiles(packed.map(({ url }) => ({ path: url, bytes: new Uint8Array(readFileSync(join(output, url))) })));
    const digest = createHash("sha256").update(pack).digest();
    const url = `assets/app-${digest.toString("base64url").slice(0, LETTERS)}.pack.bin`;
    writeFileSync(join(output, url), gzipSync(pack, { level: 9 }));
    return { manifest: [...listed, { url, revision: digest.toString("hex"), size: pack.length }] };
  };
  return { plugin, transform };
}
