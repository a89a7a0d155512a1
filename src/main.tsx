import { serviceWorkers } from "./lib/capabilities.ts";
import "./styles.css";
import "./client/trusted-scripts.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { suspendWithPage } from "./client/compute.ts";
import { reloadForMissingFiles } from "./client/preload-error.ts";
import { expectServiceWorker, serviceWorkerRegistered } from "./client/service-worker-registration.ts";
import { holdDroppedFiles } from "./lib/dropped-file.ts";
import { isLeaving, loadUnlessLeaving, noticeLeaving } from "./lib/leaving.ts";

noticeLeaving();
reloadForMissingFiles();
suspendWithPage();
holdDroppedFiles();
const container = serviceWorkers();
if (import.meta.env.PROD && container) {
  expectServiceWorker();
  void loadUnlessLeaving(() => import("./client/register-service-worker.ts")).then(
    ({ registerServiceWorker }) => registerServiceWorker(container),
    (error: unknown) => {
      console.error(error);
      serviceWorkerRegistered();
    },
  );
}

const root = document.getElementById("root");
if (root) {
  const onCaughtError = (error: unknown) => isLeaving() || console.error(error);
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
