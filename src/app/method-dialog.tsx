import { useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { MethodText } from "../ui/method-text.tsx";
import { methodTitle } from "../ui/method-title.ts";

/** An entry of the glossary: what it is, its formula, its source, and what it was checked against. */
export function MethodDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [what, setWhat] = useState("");
  useEffect(() => {
    let shown = true;
    import("virtual:methods").then(
      ({ methods }) => shown && setWhat(methods[name]?.what ?? ""),
      (error) => console.error(error),
    );
    return () => {
      shown = false;
    };
  }, [name]);
  return (
    <Dialog title={methodTitle(name)} open onClose={onClose}>
      <p>{what}</p>
      <MethodText name={name} />
    </Dialog>
  );
}
