// Line drawings that belong to the equations: free bodies, and the network of bodies and joints.

import type { Drawing, DrawingGroup } from "../data";
import { clipped, make, named } from "../dom";
import type { Theme, ThemeChoice } from "../theme";

const SVG = "http://www.w3.org/2000/svg";
/** More drawings than this would push the equations off the page: they are unfolded when asked for. */
const FEW = 6;

type Painter = (theme: Theme) => void;

/** Groups of drawings that can be folded; made when they are first seen. */
export class Drawings {
  readonly element = make("div", { class: "drawings" });
  private readonly painters: Painter[] = [];
  private readonly folds: [HTMLDetailsElement, () => void][] = [];

  constructor(
    groups: readonly DrawingGroup[],
    private readonly theme: ThemeChoice,
  ) {
    for (const group of groups) this.element.append(this.fold(group));
    theme.listen((now) => this.painters.forEach((paint) => paint(now)));
  }

  /** Draw what is unfolded. */
  opened(): void {
    for (const [details, fill] of this.folds) if (details.open) fill();
  }

  /** Draw and unfold everything, for paper. */
  print(): void {
    for (const [details, fill] of this.folds) {
      fill();
      details.open = true;
    }
  }

  private fold(group: DrawingGroup): HTMLElement {
    const sheet = make("div", { class: "sheet" });
    const settings = { class: "fold", open: group.drawings.length <= FEW };
    const details = make("details", settings, make("summary", {}, clipped(group.title)), sheet);
    const notes = group.notes.map((note) => make("p", { class: "hint" }, note));
    let filled = false;
    const fill = (): void => {
      if (filled) return;
      filled = true;
      sheet.append(...group.drawings.map((drawing) => this.figure(drawing)));
      details.append(...notes);
    };
    this.folds.push([details, fill]);
    details.addEventListener("toggle", () => {
      if (details.open && details.offsetParent) fill();
    });
    return details;
  }

  private figure(drawing: Drawing): HTMLElement {
    const note = drawing.note ? `Not drawn: ${drawing.note}.` : null;
    const caption = drawing.name || note ? make("figcaption", {}, drawing.name ? named(drawing.name) : null, note) : null;
    return make("figure", {}, caption, this.picture(drawing));
  }

  private picture(drawing: Drawing): SVGSVGElement {
    const { width, height, colors } = drawing;
    const painted: [SVGElement, string, number][] = [];
    const picture = part("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": drawing.told });
    picture.style.setProperty("max-width", `${width}px`);
    const title = part("title", {});
    title.textContent = drawing.told;
    picture.append(title);
    for (const shape of drawing.shapes) {
      const path = part("path", { d: shape.d, "stroke-width": `${shape.width}`, opacity: `${shape.strength}` });
      if (shape.dash.length) path.setAttribute("stroke-dasharray", shape.dash.join(" "));
      painted.push([path, "fill", shape.fill], [path, "stroke", shape.line]);
      picture.append(path);
    }
    for (const label of drawing.labels) {
      const text = part("text", { x: `${label.x}`, y: `${label.y}`, "text-anchor": label.anchor });
      text.setAttribute("stroke-width", `${drawing.halo}`);
      let down = 0;
      for (const [run, drop, size] of label.runs) {
        const span = part("tspan", { dy: `${drop - down}`, "font-size": `${size}` });
        span.textContent = run;
        down = drop;
        text.append(span);
      }
      painted.push([text, "fill", label.color], [text, "stroke", drawing.paper]);
      picture.append(text);
    }
    const paint: Painter = (theme) => {
      for (const [element, what, place] of painted) {
        element.setAttribute(what, colors[place]?.[theme === "dark" ? 1 : 0] ?? "none");
      }
    };
    paint(this.theme.theme);
    this.painters.push(paint);
    return picture;
  }
}

function part<Tag extends keyof SVGElementTagNameMap>(tag: Tag, settings: Record<string, string>): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
  return element;
}
