// Pictures on buttons, on a grid of 24 by 24; lines of the colour of the text.

const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5.5v13M16 5.5v13",
  back: "M17 6l-8 6 8 6zM6.5 6v12",
  forward: "M7 6l8 6-8 6zM17.5 6v12",
  loop: "M5 12a6 6 0 0 1 6-6h7M15 3l3.5 3-3.5 3M19 12a6 6 0 0 1-6 6H6M9 21l-3.5-3L9 15",
  light:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.8 1.8M16.9 16.9l1.8 1.8M5.3 18.7l1.8-1.8M16.9 7.1l1.8-1.8",
  dark: "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.7 6.7 0 0 0 10.5 10.5z",
  picture: "M4 7.5h3.5l1.5-2.5h6l1.5 2.5H20v11.5H4zM12 9.8a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6z",
  save: "M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14",
  link: "M5.5 15.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM18.5 2.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM6.5 15.5L15.7 5M8.5 18.5L18.5 8.5",
  pointer: "M5 3.5l5.5 16 2.4-6.6 6.6-2.4z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9",
  whole: "M3.5 12h17M3.5 12l4-4M3.5 12l4 4M20.5 12l-4-4M20.5 12l-4 4",
  eye: "M2.5 12c3-4.7 6-7 9.5-7s6.5 2.3 9.5 7c-3 4.7-6 7-9.5 7s-6.5-2.3-9.5-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  keys: "M3 6.5h18v11H3zM6.5 10h1M10 10h1M13.5 10h1M17 10h1M8 14h8",
  good: "M4.5 12.5l5 5 10-11",
  bad: "M12 4v10M12 18.5v.5",
  note: "M12 10.5v8M12 5.5v.5",
} as const;

export type Icon = keyof typeof PATHS;

const SVG = "http://www.w3.org/2000/svg";

export function icon(name: Icon): SVGSVGElement {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", `icon ${name}`);
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  picture.append(path);
  return picture;
}

/** A short stretch of a line as a diagram draws it. */
export function stroke(color: string, dash: readonly number[]): SVGSVGElement {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 26 8");
  picture.setAttribute("class", "stroke");
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", "M1 4h24");
  line.setAttribute("stroke", color);
  if (dash.length) line.setAttribute("stroke-dasharray", dash.join(" "));
  picture.append(line);
  return picture;
}
