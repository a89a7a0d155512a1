import { intervalEntries } from "../../../workers/risk/schema";
import { SettingField } from "../../ui/setting-field.tsx";

interface ResamplesFieldProps {
  value: number | null;
  onChange: (resamples: number | null) => void;
}

/** Number of resamples for the intervals; 0 turns them off. */
export const ResamplesField = (props: ResamplesFieldProps) => (
  <SettingField setting={intervalEntries.iterations} {...props} hint="For 95% intervals; 0 for none. Fewer for long series." />
);
