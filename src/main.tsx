import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { reloadForMissingFiles } from "./client/preload-error.ts";

reloadForMissingFiles();
if (import.meta.env.PROD) {
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
