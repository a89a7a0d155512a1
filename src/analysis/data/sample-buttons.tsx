import { memo } from "react";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { type SampleId, samples } from "./samples";

interface SampleButtonsProps {
  onChoose: (id: SampleId) => void;
  disabled?: boolean;
  /** Samples of one series, or of several assets side by side. */
  holds?: (typeof samples)[number]["holds"];
  /** The only ones to offer, for a screen that cannot use them all. */
  only?: readonly SampleId[];
}

/** One button per shipped sample, one click away. */
export const SampleButtons = memo(function SampleButtons({ onChoose, disabled, holds = "series", only }: SampleButtonsProps) {
  const offered = samples.filter((sample) => (only ? only.includes(sample.id) : sample.holds === holds));
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
