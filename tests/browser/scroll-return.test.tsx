import { beforeEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useScrollReturn } from "../../src/analysis/next/scroll-return";
import { useUserScroll } from "../../src/app/use-user-scroll";

function Result({ of, height }: { of: string; height: number }) {
  useScrollReturn(() => of);
  return <div style={{ height }} />;
}

const frame = () => new Promise((done) => requestAnimationFrame(done));
/** Two frames, as an observer is notified after the first. */
const drawn = () => frame().then(frame);

/** Resolves once observers of the body know that the page is tall: they are notified in order of creation. */
const grown = () =>
  new Promise<void>((done) => {
    const observer = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight < 5000) return;
      observer.disconnect();
      done();
    });
    observer.observe(document.body);
  });

/** Scrolls this far down a result, and leaves its screen. */
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

it("scrolls back to where the same result was read, as soon as it is as tall again", async () => {
  await read("first", 900);
  const screen = await render(<Result of="first" height={700} />);
  await drawn();
  expect(scrollY).toBeLessThan(300);
  await screen.rerender(<Result of="first" height={5000} />);
  await expect.poll(() => scrollY).toBe(900);
});

it("leaves another result at its position", async () => {
  await read("first", 900);
  await render(<Result of="second" height={5000} />);
  await grown();
  expect(scrollY).toBe(0);
});

it("does not scroll a page in which the user scrolls or types", async () => {
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

it("does not scroll once the user moves elsewhere, by whatever means", async () => {
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
  useUserScroll();
  return <button type="button">Run</button>;
}

it("treats Tab and a wheel click as scrolling, and Space on a button as a press", async () => {
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
