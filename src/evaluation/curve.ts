/** A method at one setting of its stopping knob: means over the questions. */
export interface CurvePoint {
  /** Passages in the evidence. */
  passages: number;
  /** The measure that is compared, such as support recall. */
  value: number;
  /** Prompt and completion tokens of all model calls. */
  tokens: number;
}

/** A method over its stopping knob (caps, thresholds, k): its points in any order. */
export type Curve = readonly CurvePoint[];

/** How a curve is read where it does not reach. */
export interface CurveReading {
  /**
   * Read the end point where that can only be to the method's disadvantage: its point with the most
   * passages where it never uses as many as asked for, its point with the fewest where even that has
   * more than the value asked for (default false: no reading).
   */
  endPoint?: boolean;
}

/**
 * Reads a curve at a number of passages: linear between the neighbouring points, never beyond its
 * ends. Points with the same number of passages count as one, their mean.
 *
 * @returns Passages, value and tokens there; undefined where the curve does not reach.
 * @example
 * ```ts
 * import { pointAtPassages } from "dynakrag";
 *
 * const curve = [
 *   { passages: 3, value: 0.5, tokens: 1000 },
 *   { passages: 6, value: 0.8, tokens: 2200 },
 * ];
 * pointAtPassages(curve, 4)?.value; // 0.6
 * pointAtPassages(curve, 7); // undefined
 * pointAtPassages(curve, 7, { endPoint: true })?.value; // 0.8
 * ```
 */
export function pointAtPassages(
  curve: Curve,
  passages: number,
  { endPoint = false }: CurveReading = {},
): CurvePoint | undefined {
  const points = inOrder(curve);
  const above = points.findIndex((point) => point.passages >= passages);
  if (above === -1) return endPoint ? points.at(-1) : undefined;
  return between(points[above - 1], points[above], "passages", passages);
}

/**
 * Reads a curve the other way: where, with passages counted up, it first reaches a value.
 *
 * @returns Passages, value and tokens there; undefined where the curve does not reach the value, or
 * already has more of it at its fewest passages.
 * @example
 * ```ts
 * import { pointAtValue } from "dynakrag";
 *
 * const curve = [
 *   { passages: 3, value: 0.5, tokens: 1000 },
 *   { passages: 6, value: 0.8, tokens: 2200 },
 * ];
 * pointAtValue(curve, 0.6)?.passages; // 4
 * pointAtValue(curve, 0.4); // undefined
 * pointAtValue(curve, 0.4, { endPoint: true })?.tokens; // 1000
 * ```
 */
export function pointAtValue(
  curve: Curve,
  value: number,
  { endPoint = false }: CurveReading = {},
): CurvePoint | undefined {
  const points = inOrder(curve);
  const above = points.findIndex((point) => point.value >= value);
  if (above === 0 && endPoint) return points[0];
  return between(points[above - 1], points[above], "value", value);
}

/** By passages, one point for each number of them. */
function inOrder(curve: Curve): CurvePoint[] {
  const points: CurvePoint[] = [];
  let merged = 1;
  for (const point of curve.toSorted((one, other) => one.passages - other.passages)) {
    const last = points.at(-1);
    if (last?.passages === point.passages) {
      merged += 1;
      points[points.length - 1] = mix(last, point, 1 / merged);
    } else {
      merged = 1;
      points.push(point);
    }
  }
  return points;
}

/** The point on the line from below to above where `axis` is `target`; above is not less. */
function between(
  below: CurvePoint | undefined,
  above: CurvePoint | undefined,
  axis: "passages" | "value",
  target: number,
): CurvePoint | undefined {
  if (above?.[axis] === target) return above;
  if (!above || !below) return undefined;
  const point = mix(below, above, (target - below[axis]) / (above[axis] - below[axis]));
  return { ...point, [axis]: target };
}

/** The point a share of the way from one to the other. */
function mix(from: CurvePoint, to: CurvePoint, share: number): CurvePoint {
  const at = (one: number, other: number): number => one + share * (other - one);
  return {
    passages: at(from.passages, to.passages),
    value: at(from.value, to.value),
    tokens: at(from.tokens, to.tokens),
  };
}
