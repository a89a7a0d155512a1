import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { type RefObject, useRef } from "react";
import type { ReadingChoices, Series } from "../../../workers/contract";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-queue";
import { forgetForm } from "./reading-choices";
import { type Fix, isOfPanel, readUnder } from "./reading-fixes.ts";
import type { SeriesSource } from "./use-series-source";

export type FixedSource = Pick<SeriesSource, "reread" | "settled" | "given">;

/** Of several fixes the last can be undone: with the others it would be, too. */
let closeLast = () => {};

/** Makes a choice about what is in the field, as Check the reading does; Undo takes it back while the same data are in the field. */
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
  // What has failed is said beside the field.
  if (!read || read.quality === quality) return;
  const undo = async () => {
    if ((await settled())?.hash !== read.hash) return void toast.info("Other data has been loaded since; nothing was undone");
    const { form } = read.quality.chosen ?? {};
    if (!before && form) forgetForm(form);
    readAs(before ?? {});
  };
  closeLast();
  const close = toast.success(done, { action: { label: "Undo", onChoose: () => void undo() } });
  // A screen that is left takes its field along: there would be nothing to undo in.
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
  /** Of all the buttons about one series: a second choice would be made beside what was chosen before the first. */
  busy?: RefObject<boolean>;
  className?: string;
}

/** The buttons of what can be done about one fact; none where the text is not at hand. */
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
