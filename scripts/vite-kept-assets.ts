import type { Plugin } from "vite";

/** A file whose name carries a hash of its content never changes: a browser need not ask for it again. */
const KEPT = "public, max-age=31536000, immutable";

/** `vite preview` lets browsers keep the hashed files of a build, as a host should; without it each visit asks for each of them once more. */
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
