// On a narrow screen the drawing stays in sight: it sticks to the top, and gives way to what is read until it is small.

const NARROW = "(max-width: 800px)";
/** Height of the drawing at first and at least, in heights of the window and in CSS pixels; the first as in layout.css. */
const FULL: [number, number] = [0.45, 260];
const LEAST: [number, number] = [0.24, 150];

/** Args: left: holds the drawing and the time. stage: the drawing. */
export function pin(left: HTMLElement, stage: HTMLElement): void {
  const narrow = matchMedia(NARROW);
  let asked = false;
  let full = 0;
  const fit = (): void => {
    asked = false;
    if (!narrow.matches || matchMedia("print").matches) return free(left, stage);
    const height = ([part, least]: [number, number]): number => Math.max(part * innerHeight, least);
    const room = height(FULL) - height(LEAST);
    const given = Math.min(Math.max(scrollY - left.parentElement!.offsetTop, 0), room);
    if (given === 0) {
      free(left, stage);
      full = left.offsetHeight;
    } else {
      stage.style.height = `${height(FULL) - given}px`;
      stage.style.minHeight = "0";
      // The less important half of the buttons goes when the drawing is as small as it gets.
      left.classList.toggle("small", given === room);
      // What follows stays where it is.
      left.style.marginBottom = `${Math.max(0, full - left.offsetHeight)}px`;
    }
    document.documentElement.style.setProperty("--pinned", `${left.offsetHeight}px`);
  };
  const ask = (): void => {
    if (!asked) requestAnimationFrame(fit);
    asked = true;
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask);
  narrow.addEventListener("change", ask);
  ask();
}

function free(left: HTMLElement, stage: HTMLElement): void {
  left.classList.remove("small");
  left.style.marginBottom = "";
  stage.style.height = "";
  stage.style.minHeight = "";
}
