import { useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { MethodText } from "../ui/method-text.tsx";

/** A glossary entry: definition, formula, source, and validation. */
export function MethodDialog({ name, title, onClose }: { name: string; title: string; onClose: () => void }) {
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
    <Dialog title={title} onClose={onClose}>
      <p>{what}</p>
      <MethodText name={name} />
    </Dialog>
  );
}
