import "./styles.css";
import "./client/trusted-scripts.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { reloadForMissingFiles } from "./client/preload-error.ts";
import { expectServiceWorker } from "./client/service-worker-control.ts";

reloadForMissingFiles();
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  expectServiceWorker();
  void import("./client/register-service-worker.ts").then(({ registerServiceWorker }) => registerServiceWorker());
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
