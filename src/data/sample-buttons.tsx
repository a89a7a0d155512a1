import { memo } from "react";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { type SampleId, samples } from "./samples";

/** One button per shipped series: real data, one click away. */
export const SampleButtons = memo(function SampleButtons({ onChoose, disabled }: { onChoose: (id: SampleId) => void; disabled?: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {samples.map(({ id, label, note }) => (
        <Tooltip key={id} text={note}>
          <Button size="small" isDisabled={disabled} onPress={() => onChoose(id)}>
            {label}
          </Button>
        </Tooltip>
      ))}
    </div>
  );
});
