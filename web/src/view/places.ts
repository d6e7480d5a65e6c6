// Where names stand beside their points: near, inside the picture, and not over each other.

/** x and y of the left upper corner, width and height [CSS pixels]. */
export type Box = [number, number, number, number];

/** How far a name stands from its point: near, and a second and third ring where that is taken [CSS pixels]. */
const RINGS = [9, 24, 40];
/** No ring but the first is larger than this part of the picture: there, a name would seem to belong to something else. */
const FAR = 0.12;
/** Half the side of what is kept free about a point that has a name. */
const POINT = 5;
/** Sides of a point, as parts of the width and height of a name and of the distance. */
const SIDES: [number, number, number, number][] = [
  [0, -1, 1, -1],
  [-1, -1, -1, -1],
  [0, 0, 1, 1],
  [-1, 0, -1, 1],
  [0, -0.5, 1.4, 0],
  [-1, -0.5, -1.4, 0],
  [-0.5, -1, 0, -1.4],
  [-0.5, 0, 0, 1.4],
];

export class Places {
  private readonly taken: Box[];
  private readonly marked: Box[];

  /** Args: taken: parts of the picture where no name goes. points: that are better not covered. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    taken: readonly Box[],
    points: readonly [number, number][],
  ) {
    this.taken = [...taken];
    this.marked = points.map(([x, y]) => [x - POINT, y - POINT, 2 * POINT, 2 * POINT]);
  }

  /**
   * The place of a name; null where all about its point is taken.
   *
   * Args: on: points that it may stand on. last: place that it had, which it keeps if it can. must: whether it is
   * to be seen in any case.
   */
  find(
    point: [number, number],
    size: [number, number],
    on: readonly [number, number][],
    last: number,
    must: boolean,
  ): { place: [number, number]; number: number } | null {
    const far = FAR * Math.min(this.width, this.height);
    const all = placesAbout(point, size, on, [RINGS[0]!, ...RINGS.slice(1).filter((ring) => ring <= far)]);
    const order = [last, ...all.keys()].filter((number) => number < all.length);
    for (const avoided of [[...this.taken, ...this.marked], this.taken]) {
      for (const number of order) {
        const place = all[number]!;
        const box: Box = [...place, ...size];
        const own = ([x, y]: Box): boolean => x === point[0] - POINT && y === point[1] - POINT;
        if (!this.isInside(box) || avoided.some((other) => !own(other) && overlap(box, other))) continue;
        this.taken.push(box);
        return { place, number };
      }
    }
    return must ? { place: this.pushed(all[0]!, size), number: 0 } : null;
  }

  private isInside([x, y, w, h]: Box): boolean {
    return x >= 0 && y >= 0 && x + w <= this.width && y + h <= this.height;
  }

  /** Into the picture. */
  private pushed([x, y]: [number, number], [w, h]: [number, number]): [number, number] {
    return [Math.max(0, Math.min(x, this.width - w)), Math.max(0, Math.min(y, this.height - h))];
  }
}

function placesAbout(
  [x, y]: [number, number],
  [w, h]: [number, number],
  on: readonly [number, number][],
  rings: readonly number[],
): [number, number][] {
  const middle = on.map(([u, v]): [number, number] => [Math.round(u - w / 2), Math.round(v - h / 2)]);
  const about = rings.flatMap((ring) =>
    SIDES.map(([a, b, u, v]): [number, number] => [
      Math.round(x + a * w + u * ring),
      Math.round(y + b * h + v * ring),
    ]),
  );
  return [...middle, ...about];
}

function overlap([x, y, w, h]: Box, [u, v, uw, vh]: Box): boolean {
  return x < u + uw && u < x + w && y < v + vh && v < y + h;
}
