import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { OWN_FILES, packFiles, typeOf } from "../workers/app-pack.ts";

/** An entry of the service worker's precache list: its address, and its version if the name contains none. */
interface Listed {
  url: string;
  revision: string | null;
  size: number;
}

/** Characters of the digest in the name, as for other files of the build. */
const LETTERS = 7;

const ending = ({ url }: Listed): string => url.slice(url.lastIndexOf(".") + 1);
/** Similar files compress better side by side. */
const byKind = (one: Listed, other: Listed): number => (`${ending(one)} ${one.url}` < `${ending(other)} ${other.url}` ? -1 : 1);

/**
 * Writes all precached files of the service worker again as one pack (`workers/app-pack.ts`), and lists it with its digest as the version.
 * Hosts may cache it forever, as its name contains a content hash.
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
