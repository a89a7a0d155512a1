import { RouterProvider } from "@tanstack/react-router";
import { prepareAnnouncer } from "../ui/announcer.ts";
import { router } from "./router.tsx";

prepareAnnouncer();

export function App() {
  return <RouterProvider router={router} />;
}
