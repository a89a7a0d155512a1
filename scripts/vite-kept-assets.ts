import type { Plugin } from "vite";

/** A file with a content hash in its name never changes, so browsers need not revalidate it. */
const KEPT = "public, max-age=31536000, immutable";

/** Lets browsers cache the hashed files of a build in `vite preview`, as a host should; otherwise each visit requests them all again. */
export function keptAssets(): Plugin {
  return {
    name: "prospect-kept-assets",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.startsWith("/assets/")) response.setHeader("Cache-Control", KEPT);
        next();
      });
    },
  };
}
