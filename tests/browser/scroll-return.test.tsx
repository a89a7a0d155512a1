import { beforeEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useScrollReturn } from "../../src/analysis/next/scroll-return";
import { useScrollHand } from "../../src/app/use-scroll-hand";

function Result({ of, height }: { of: string; height: number }) {
  useScrollReturn(() => of);
  return <div style={{ height }} />;
}

const frame = () => new Promise((done) => requestAnimationFrame(done));
/** Two frames: an observer tells after the first. */
const drawn = () => frame().then(frame);

/** The page is tall, and what observes its body has been told so: of observers the older hears first. */
const grown = () =>
  new Promise<void>((done) => {
    const observer = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight < 5000) return;
      observer.disconnect();
      done();
    });
    observer.observe(document.body);
  });

/** A result is read as far down as this, and its screen left. */
async function read(of: string, top: number) {
  const screen = await render(<Result of={of} height={5000} />);
  scrollTo({ top });
  await drawn();
  await screen.unmount();
  scrollTo({ top: 0 });
  await drawn();
}

beforeEach(async () => {
  document.documentElement.removeAttribute("data-scrolling");
  scrollTo({ top: 0 });
  await drawn();
});

it("comes back to where the same result was read, as soon as it is as tall again", async () => {
  await read("first", 900);
  const screen = await render(<Result of="first" height={700} />);
  await drawn();
  expect(scrollY).toBeLessThan(300);
  await screen.rerender(<Result of="first" height={5000} />);
  await expect.poll(() => scrollY).toBe(900);
});

it("leaves another result where it is", async () => {
  await read("first", 900);
  await render(<Result of="second" height={5000} />);
  await grown();
  expect(scrollY).toBe(0);
});

it("leaves the page to whoever scrolls or writes", async () => {
  await read("first", 900);
  const screen = await render(<Result of="first" height={700} />);
  document.documentElement.toggleAttribute("data-scrolling", true);
  await screen.rerender(<Result of="first" height={5000} />);
  await grown();
  expect(scrollY).toBe(0);
  await screen.unmount();
  document.documentElement.removeAttribute("data-scrolling");
  const box = document.body.appendChild(document.createElement("textarea"));
  await userEvent.click(box);
  scrollTo({ top: 0 });
  const again = await render(<Result of="first" height={5000} />);
  await grown();
  expect(scrollY).toBe(0);
  box.remove();
  await again.unmount();
});

it("leaves the page to whoever goes to something else meanwhile, by whatever means", async () => {
  await read("first", 900);
  const screen = await render(<Result of="first" height={700} />);
  const other = document.body.appendChild(document.createElement("button"));
  other.focus({ preventScroll: true });
  await screen.rerender(<Result of="first" height={5000} />);
  await grown();
  expect(scrollY).toBe(0);
  other.remove();
});

function Hand() {
  useScrollHand();
  return <button type="button">Run</button>;
}

it("takes Tab and a press of the wheel for scrolling, and Space on a button for a press", async () => {
  const scrolling = () => document.documentElement.hasAttribute("data-scrolling");
  const screen = await render(<Hand />);
  const run = screen.getByRole("button", { name: "Run" });
  await userEvent.keyboard("{Tab}");
  expect(scrolling()).toBe(true);
  await expect.element(run).toHaveFocus();
  await userEvent.keyboard(" ");
  expect(scrolling()).toBe(false);
  (run.element() as HTMLElement).blur();
  await userEvent.keyboard(" ");
  expect(scrolling()).toBe(true);
  await userEvent.click(run);
  expect(scrolling()).toBe(false);
  await userEvent.click(run, { button: "middle" });
  expect(scrolling()).toBe(true);
});
