// Below the drawing: play, step, and the time.

import type { Clock } from "../clock";
import { button, make } from "../dom";
import { icon } from "../icons";
import { seconds } from "../numbers";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export function timeline(clock: Clock): HTMLElement {
  const play = button([icon("play")], { class: "play" }, () => clock.toggle());
  const slider = make("input", { type: "range", class: "time", "aria-label": "Time", step: "any" });
  slider.min = String(clock.start);
  slider.max = String(clock.end);
  slider.addEventListener("input", () => {
    // Pausing tells the slider the time that was.
    const time = Number(slider.value);
    clock.pause();
    clock.jump(time);
  });
  // Not an output: that would be read aloud at every frame; the slider has the same words.
  const text = make("span", { class: "time" });
  const loop = button(
    [icon("loop")],
    { class: "square less", title: "Play again and again (L)", "aria-label": "Loop" },
    () => {
      clock.loop = !clock.loop;
    },
  );
  const back = button(
    [icon("back")],
    { class: "square less", title: "One row back (\u2190)", "aria-label": "Step back" },
    () => clock.step(-1),
  );
  const forward = button(
    [icon("forward")],
    { class: "square less", title: "One row on (\u2192)", "aria-label": "Step forward" },
    () => clock.step(1),
  );
  if (clock.length <= 0) for (const control of [play, slider, loop, back, forward]) control.disabled = true;
  let wasPlaying: boolean | null = null;
  clock.listen((time, playing) => {
    const words = seconds(time, clock.length);
    slider.value = String(time);
    slider.style.setProperty("--done", `${clock.length > 0 ? (100 * (time - clock.start)) / clock.length : 0}%`);
    slider.setAttribute("aria-valuetext", `${words} s`);
    text.textContent = `${words} / ${seconds(clock.end, clock.length)} s`;
    loop.setAttribute("aria-pressed", String(clock.loop));
    if (playing === wasPlaying) return;
    wasPlaying = playing;
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = `${playing ? "Pause" : "Play"} (Space)`;
  });
  return make(
    "div",
    { class: "timeline", role: "group", "aria-label": "Time" },
    back,
    play,
    forward,
    slider,
    text,
    speeds(clock),
    loop,
  );
}

function speeds(clock: Clock): HTMLElement {
  const select = make("select", { class: "less", "aria-label": "Speed", title: "Speed; 1\u00d7 is real time" });
  const factor = Number(clock.fit.toPrecision(2));
  select.append(
    make(
      "option",
      { value: String(clock.fit) },
      `Fit ${factor >= 1e5 || factor < 1e-3 ? factor.toExponential(1) : factor}\u00d7`,
    ),
  );
  for (const speed of SPEEDS) select.append(make("option", { value: String(speed) }, `${speed}\u00d7`));
  select.value = String(clock.speed);
  select.addEventListener("change", () => (clock.speed = Number(select.value)));
  return select;
}
