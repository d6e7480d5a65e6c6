// A plan as SVG, and on a canvas.

import { FONT, type Plan, type Stroke, type Words } from "./plan";

const SVG = "http://www.w3.org/2000/svg";

export type Settings = Record<string, string | number>;

export function svg(tag: string, settings: Settings, text: string = ""): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(settings)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

export function strokeOf({ d, color, width, dash, fill, opacity, ...rest }: Stroke): SVGElement {
  return svg("path", {
    class: rest.class,
    d,
    fill,
    stroke: color,
    "stroke-width": width,
    "stroke-linejoin": "round",
    ...(dash.length && { "stroke-dasharray": dash.join(" ") }),
    ...(opacity < 1 && { opacity }),
  });
}

function wordsOf(words: Words): SVGElement {
  const { text, x, y, anchor, color, is_upright } = words;
  const place: Settings = is_upright ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y };
  const font = { "font-family": FONT.family, "font-size": FONT.size, ...(words.is_bold && { "font-weight": FONT.bold }) };
  return svg("text", { class: words.class, ...place, ...font, fill: color, "text-anchor": anchor }, text);
}

/** A picture that stands alone: all it needs is in it. */
export function pictureOf({ strokes, words, size }: Plan): SVGElement {
  const { width, height } = size;
  const whole = svg("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  whole.append(...strokes.map(strokeOf), ...words.map(wordsOf));
  return whole;
}

/** The same on a canvas. */
export function paint(plan: Plan, pen: CanvasRenderingContext2D): void {
  for (const { d, color, width, dash, fill, opacity } of plan.strokes) {
    const path = new Path2D(d);
    pen.globalAlpha = opacity;
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.lineJoin = "round";
    pen.setLineDash([...dash]);
    if (fill !== "none") {
      pen.fillStyle = fill;
      pen.fill(path);
    }
    pen.stroke(path);
  }
  pen.globalAlpha = 1;
  for (const words of plan.words) {
    pen.save();
    pen.translate(words.x, words.y);
    if (words.is_upright) pen.rotate(-Math.PI / 2);
    pen.font = `${words.is_bold ? `${FONT.bold} ` : ""}${FONT.size}px ${FONT.family}`;
    pen.fillStyle = words.color;
    pen.textAlign = words.anchor === "middle" ? "center" : words.anchor;
    pen.fillText(words.text, 0, 0);
    pen.restore();
  }
}
