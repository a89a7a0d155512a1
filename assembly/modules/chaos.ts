// One line per export: chaos and what it stands on.
export { fft, fftBytes, fftPlan, fftStart, fftStep } from "../lib/fft";
export { staticEnd } from "../lib/static-end";
