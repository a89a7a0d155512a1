import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { moment, significant } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Slider } from "../../ui/slider.tsx";

interface ScrubberProps {
  /** Indices of the first and last step. */
  first: number;
  last: number;
  step: number;
  times: Float64Array | null;
  price: number;
  onChange: (step: number) => void;
}

/** Milliseconds between two steps while it plays. */
const BEAT = 400;

/** Goes through history: by slider, number, single steps, or playing. */
export function Scrubber({ first, last, step, times, price, onChange }: ScrubberProps) {
  const [playing, setPlaying] = useState(false);
  const latest = useRef({ step, onChange });
  useEffect(() => {
    latest.current = { step, onChange };
  });
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const { step: now, onChange: move } = latest.current;
      if (now >= last) setPlaying(false);
      else move(now + 1);
    }, BEAT);
    return () => clearInterval(timer);
  }, [playing, last]);
  const toggle = () => {
    if (!playing && step >= last) onChange(first);
    setPlaying(!playing);
  };
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap items-end gap-x-4 gap-y-2 rounded-[8px] border border-line bg-surface px-3.5 py-3">
      <legend className="sr-only">Step through history</legend>
      <div className="min-w-0 flex-[1_1_18rem]">
        <Slider label="Step" value={step + 1} onChange={(next) => onChange(next - 1)} min={first + 1} max={last + 1} />
      </div>
      <div className="flex gap-1.5">
        <Button square aria-label="Step back" isDisabled={step <= first} onPress={() => onChange(step - 1)}>
          <ChevronLeft size={15} aria-hidden="true" />
        </Button>
        <Button square aria-label={playing ? "Pause" : "Play"} onPress={toggle}>
          {playing ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
        </Button>
        <Button square aria-label="Step forward" isDisabled={step >= last} onPress={() => onChange(step + 1)}>
          <ChevronRight size={15} aria-hidden="true" />
        </Button>
      </div>
      <p className="num ml-auto self-center text-muted">
        {times ? `${moment(times[step])} · ` : ""}
        {significant(price, 6)}
      </p>
    </fieldset>
  );
}
