// What arrows mean: how long one of a round value is, and which colour stands for what.

import { roundDown } from "./round";
import { isSwitchedOn, type Group, type Role, type Vanes } from "./arrows";
import { ARC_FULL } from "./flat_arrows";
import type { Paint } from "./paint";
import type { Shown } from "./shown";

const FONT = "12px system-ui, sans-serif";
const SVG = "http://www.w3.org/2000/svg";
/** Longest arrow of the key, its head, and the height of a line [CSS pixels]. */
const LONGEST = 64;
const HEAD = 7;
const LINE = 18;
const GAP = 8;
const UNITS = { force: "N", torque: "N m", velocity: "m/s", acceleration: "m/s\u00b2" } as const;
const WORDS: Record<Role, string> = {
  reaction: "reaction",
  applied: "applied",
  driver: "driver",
  velocity: "velocity",
  acceleration: "acceleration",
};

/** A line of the key: an arrow with its value, then what it stands for. */
interface Row {
  /** [CSS pixels]; null for the arc of a torque. */
  length: number | null;
  value: string;
  roles: Role[];
}

export class ArrowScale {
  readonly element = document.createElement("div");
  private rows: Row[] = [];
  private paint: Paint | null = null;
  private written = "";

  constructor(
    private readonly vanes: Vanes,
    private readonly planar: boolean,
    /** Where it stands, from the left and lower edge of the picture. */
    private readonly corner: [number, number],
  ) {
    this.element.className = "arrow-key";
    const [left, bottom] = corner;
    const place = { position: "absolute", left: `${left}px`, bottom: `${bottom}px` };
    Object.assign(this.element.style, place, { font: FONT, pointerEvents: "none", whiteSpace: "nowrap" });
  }

  color(paint: Paint): void {
    this.paint = paint;
    this.element.style.color = paint.of("muted").getStyle();
    this.written = "";
  }

  /** Args: pixels: of a metre in the picture, in space at the middle of what is looked at. */
  show(pixels: number, shown: Shown, picked: ReadonlySet<string>): void {
    this.rows = this.vanes.groups.flatMap((group) => this.row(group, pixels, shown, picked));
    const words = JSON.stringify(this.rows);
    if (words === this.written || !this.paint) return;
    this.written = words;
    this.element.replaceChildren(...this.rows.map((row) => this.line(row)));
  }

  /** Width and height [CSS pixels]. */
  get size(): [number, number] {
    return this.rows.length ? [this.element.offsetWidth, this.rows.length * LINE] : [0, 0];
  }

  /** Put it into a picture. */
  draw(canvas: CanvasRenderingContext2D, height: number): void {
    const [left, bottom] = this.corner;
    canvas.font = FONT;
    canvas.textAlign = "left";
    canvas.textBaseline = "middle";
    this.rows.forEach((row, k) => {
      const y = height - bottom - (this.rows.length - k - 0.5) * LINE;
      const color = this.paint!.of(row.roles[0] ?? "muted").getStyle();
      const picture = new Path2D(pathOf(row.length));
      canvas.save();
      canvas.translate(left, y - LINE / 2);
      canvas.strokeStyle = canvas.fillStyle = color;
      canvas.lineWidth = 2;
      canvas.stroke(picture);
      canvas.fill(new Path2D(headOf(row.length)));
      canvas.restore();
      canvas.fillStyle = this.element.style.color;
      let x = left + (row.length ?? LINE) + GAP;
      const write = (text: string): void => {
        canvas.fillText(text, x, y);
        x += canvas.measureText(text).width + GAP;
      };
      write(row.value);
      for (const role of row.roles) {
        canvas.fillStyle = this.paint!.words(role).getStyle();
        write(WORDS[role]);
      }
    });
  }

  private row(group: Group, pixels: number, shown: Shown, picked: ReadonlySet<string>): Row[] {
    const isOn = (vane: Group["vanes"][number]): boolean => isSwitchedOn(vane, shown, picked);
    const roles = [...new Set(group.vanes.filter(isOn).map(({ role }) => role))];
    if (!roles.length) return [];
    const unit = UNITS[group.quantity];
    const metres = group.scale * shown.arrow_size;
    if (group.quantity === "torque" && this.planar) {
      const full = (ARC_FULL * this.vanes.diagonal) / metres;
      return [{ length: null, value: `up to ${valueOf(full, unit)}`, roles }];
    }
    const value = roundDown(LONGEST / (metres * pixels));
    return [{ length: Math.round(10 * value * metres * pixels) / 10, value: valueOf(value, unit), roles }];
  }

  private line({ length, value, roles }: Row): HTMLElement {
    const line = document.createElement("div");
    Object.assign(line.style, { display: "flex", alignItems: "center", gap: `${GAP}px`, height: `${LINE}px` });
    const picture = document.createElementNS(SVG, "svg");
    const width = length ?? LINE;
    for (const [key, text] of Object.entries({ width, height: LINE, viewBox: `0 0 ${width} ${LINE}` })) {
      picture.setAttribute(key, String(text));
    }
    picture.setAttribute("aria-hidden", "true");
    const color = this.paint!.of(roles[0] ?? "muted").getStyle();
    for (const [d, fill, stroke] of [
      [pathOf(length), "none", color],
      [headOf(length), color, "none"],
    ] as const) {
      const path = document.createElementNS(SVG, "path");
      for (const [key, text] of Object.entries({ d, fill, stroke, "stroke-width": "2" })) path.setAttribute(key, text);
      picture.append(path);
    }
    const names = roles.map((role) => {
      const name = document.createElement("span");
      name.textContent = WORDS[role];
      name.style.color = this.paint!.words(role).getStyle();
      return name;
    });
    const text = document.createElement("span");
    text.textContent = value;
    line.append(picture, text, ...names);
    return line;
  }
}

/** A round number with its unit, thousands as such. */
function valueOf(value: number, unit: string): string {
  const words = Number(value.toPrecision(2));
  return `${words !== 0 && (Math.abs(words) >= 1e5 || Math.abs(words) < 1e-3) ? words.toExponential() : words} ${unit}`;
}

/** The shaft of an arrow of a length, or an arc; in a line of the key. */
function pathOf(length: number | null): string {
  const y = LINE / 2;
  if (length === null) return `M3 ${y + 4}A6.5 6.5 0 1 1 ${LINE - 4} ${y + 3}`;
  return `M0 ${y}H${Math.max(0, length - 0.8 * HEAD)}`;
}

function headOf(length: number | null): string {
  const y = LINE / 2;
  if (length === null) return `M${LINE - 8.5} ${y + 3}L${LINE} ${y + 1}L${LINE - 5.5} ${y + 8.5}z`;
  return `M${length} ${y}l${-HEAD} ${-HEAD / 2.4}v${HEAD / 1.2}z`;
}
