import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { type RefObject, useRef } from "react";
import type { ReadingChoices, Series } from "../../../workers/contract";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-queue";
import { forgetForm } from "./reading-choices";
import { type Fix, isOfPanel, readUnder } from "./reading-fixes.ts";
import type { SeriesSource } from "./use-series-source";

export type FixedSource = Pick<SeriesSource, "reread" | "settled" | "given">;

/** Closes the previous toast: of several fixes only the last can be undone, since undoing an earlier one would also undo those after it. */
let closeLast = () => {};

/** Applies a reading option to the data in the field, like Check the reading; Undo reverts it while the field has the same data. */
async function fix(
  { quality }: Series,
  { reread, settled, given }: FixedSource,
  { choose, done }: Fix,
  router: AnyRouter | undefined,
): Promise<void> {
  if (!reread) return;
  const whole = isOfPanel(quality);
  const before = whole ? { compound: given?.options.compound } : quality.chosen?.options;
  const readAs = (choices: ReadingChoices) => (whole ? reread(choices) : readUnder(reread, choices));
  readAs({ ...before, ...choose });
  const read = await settled();
  // A failure is shown beside the field.
  if (!read || read.quality === quality) return;
  const undo = async () => {
    if ((await settled())?.hash !== read.hash) return void toast.info("Other data has been loaded since; nothing was undone");
    const { form } = read.quality.chosen ?? {};
    if (!before && form) forgetForm(form);
    readAs(before ?? {});
  };
  closeLast();
  const close = toast.success(done, { action: { label: "Undo", onChoose: () => void undo() } });
  // Leaving the screen removes its field, so there is nothing left to undo.
  const stop = router?.subscribe("onBeforeNavigate", ({ pathChanged }) => pathChanged && closeLast());
  closeLast = () => {
    stop?.();
    close();
    closeLast = () => {};
  };
}

interface FixButtonsProps {
  fixes: readonly Fix[] | undefined;
  series: Series;
  source: FixedSource | undefined;
  /** Shared by all buttons of a series: a second fix would be based on the options before the first. */
  busy?: RefObject<boolean>;
  className?: string;
}

/** The fixes for one fact; none if the text is no longer available. */
export function FixButtons({ fixes = [], series, source, busy: shared, className = "" }: FixButtonsProps) {
  const own = useRef(false);
  const busy = shared ?? own;
  const router = useRouter({ warn: false });
  if (!source?.reread || fixes.length === 0) return null;
  const press = async (one: Fix) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await fix(series, source, one, router);
    } finally {
      busy.current = false;
    }
  };
  return (
    <span className={`mt-1 flex flex-wrap gap-1.5 font-sans ${className}`}>
      {fixes.map((one) => (
        <Button key={one.label} size="small" onPress={() => void press(one)}>
          {one.label}
        </Button>
      ))}
    </span>
  );
}
