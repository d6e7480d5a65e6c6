// Elements of SVG.

import type { Sign } from "../../data";

const SVG = "http://www.w3.org/2000/svg";

export type Settings = Record<string, string | number>;

export function svg(tag: string, settings: Settings, text: string = ""): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(settings)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

/** A mark about a point. */
export function picture(sign: Sign, x: number, y: number, radius: number, color: string): SVGElement {
  const [r, d] = [radius, 2 * radius];
  const paths: Record<Sign, string> = {
    cross: `M${x - r} ${y - r}l${d} ${d}M${x - r} ${y + r}l${d} ${-d}`,
    square: `M${x - r} ${y - r}h${d}v${d}h${-d}z`,
    circle: `M${x - r} ${y}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0z`,
    dot: `M${x - r} ${y}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0z`,
  };
  const fill = sign === "dot" ? color : "none";
  return svg("path", { class: "mark", d: paths[sign] ?? paths.dot, stroke: color, fill });
}
