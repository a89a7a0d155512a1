import "./styles.css";
import "./client/trusted-scripts.ts";
import { type ErrorInfo, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { reloadForMissingFiles } from "./client/preload-error.ts";
import { expectServiceWorker, serviceWorkerRegistered } from "./client/service-worker-control.ts";
import { isLeaving, loadUnlessLeaving, noticeLeaving } from "./lib/leaving.ts";

noticeLeaving();
reloadForMissingFiles();
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  expectServiceWorker();
  void loadUnlessLeaving(() => import("./client/register-service-worker.ts")).then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    (error: unknown) => {
      console.error(error);
      serviceWorkerRegistered();
    },
  );
}

const root = document.getElementById("root");
if (root) {
  const onCaughtError = (error: unknown, { componentStack }: ErrorInfo) => {
    if (!isLeaving()) console.error(error, componentStack);
  };
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
