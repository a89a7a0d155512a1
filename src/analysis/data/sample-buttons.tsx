import { memo } from "react";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { type SampleId, samples } from "./samples";

interface SampleButtonsProps {
  onChoose: (id: SampleId) => void;
  disabled?: boolean;
  /** Samples of single series, of several assets side by side, or both. */
  holds?: (typeof samples)[number]["holds"] | "either";
  /** For screens that need prices: omits samples of returns. */
  pricesOnly?: boolean;
}

/** One button per shipped sample. */
export const SampleButtons = memo(function SampleButtons({ onChoose, disabled, holds = "series", pricesOnly }: SampleButtonsProps) {
  const offered = samples.filter(
    (sample) => (holds === "either" || sample.holds === "both" || sample.holds === holds) && !(pricesOnly && sample.values === "returns"),
  );
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map(({ id, label, note }) => (
        <Tooltip key={id} text={note}>
          <Button size="small" isDisabled={disabled} onPress={() => onChoose(id)}>
            {label}
          </Button>
        </Tooltip>
      ))}
    </div>
  );
});
