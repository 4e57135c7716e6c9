import { DynaKragError } from "../errors.js";
import { seededRandom } from "../forest/train-random.js";
import { pointAtPassages, pointAtValue } from "./curve.js";
import type { Curve, CurvePoint, CurveReading } from "./curve.js";
import {
  bootstrapSettings,
  drawGroups,
  percentileInterval,
  sumByGroup,
  type BootstrapOptions,
  type GroupSums,
} from "./resample-groups.js";

/** A method at one setting of its knob: for each question, in one order for all of them. */
export interface QuestionPoints {
  passages: ArrayLike<number>;
  value: ArrayLike<number>;
  tokens: ArrayLike<number>;
}

/** What is compared, over the same questions. */
export interface CurveComparisonInput {
  /** The method that is read off its curve: one entry for each setting of its knob. */
  curve: readonly QuestionPoints[];
  /** The other method, at its frozen setting. */
  opponent: QuestionPoints;
  /** For each question the group it belongs to, as `supportGroups` numbers them. */
  groups: readonly (string | number)[];
}

/** Options of a comparison. */
export interface CurveComparisonOptions extends BootstrapOptions, CurveReading {}

/** Curve − opponent, with its intervals. */
export interface CurveDifference {
  diff: number;
  /** Over resampled groups: claims follow from this one. */
  ci: [low: number, high: number] | undefined;
  /** Over resampled single questions. */
  ciByQuestion: [low: number, high: number] | undefined;
}

/** A method and its opponent where both have the same number of passages, or the same value. */
export interface CurveComparison {
  /** Number of questions. */
  n: number;
  /** Number of groups. */
  groupCount: number;
  /** Means of the opponent. */
  opponent: CurvePoint;
  /** Means of the method, read off its curve. */
  method: CurvePoint;
  passages: CurveDifference;
  value: CurveDifference;
  tokens: CurveDifference;
  /**
   * Share of the resamples of groups whose curve does not reach the opponent: they give no
   * difference. The intervals are over the others, and undefined where more than 1 in 20 is missing.
   */
  outside: number;
}

const AXES = ["passages", "value", "tokens"] as const;
const LARGEST_SHARE_OUTSIDE = 0.05;

type Read = (curve: Curve, opponent: CurvePoint) => CurvePoint | undefined;

/**
 * Compares a method with an opponent **at equal passages**: the method is read off its curve at the
 * opponent's mean passages. In every resample of the paired cluster bootstrap both the curve and the
 * opponent's point are computed anew from the questions drawn.
 *
 * @param options Read the end point only for an upper bound such as the oracle.
 * @returns undefined where the curve does not reach the opponent's passages: nothing is extrapolated.
 * @throws DynaKragError `INVALID_INPUT` for numbers that are missing, not finite or of different
 * length; `INVALID_SETTINGS` for options out of bounds.
 * @example
 * ```ts
 * import { compareAtEqualPassages } from "dynakrag";
 *
 * const comparison = compareAtEqualPassages({
 *   curve: [
 *     { passages: [3, 3], value: [0.5, 0.5], tokens: [900, 1000] },
 *     { passages: [6, 6], value: [1, 0.5], tokens: [1500, 1700] },
 *   ],
 *   opponent: { passages: [4, 5], value: [0.5, 0.5], tokens: [1200, 1300] },
 *   groups: ["a", "b"],
 * });
 * comparison?.value.diff; // 0.625 − 0.5
 * ```
 */
export function compareAtEqualPassages(
  input: CurveComparisonInput,
  options: CurveComparisonOptions = {},
): CurveComparison | undefined {
  return compare(input, options, (curve, { passages }) =>
    pointAtPassages(curve, passages, options),
  );
}

/**
 * Compares a method with an opponent **at equal value**, for instance tokens at equal support recall:
 * the same curve read the other way, at the opponent's mean value.
 *
 * @returns undefined where the curve does not reach the opponent's value, or has more of it from the
 * start.
 * @throws DynaKragError as {@link compareAtEqualPassages}.
 * @example
 * ```ts
 * import { compareAtEqualValue, type CurveComparisonInput } from "dynakrag";
 *
 * declare const input: CurveComparisonInput;
 * compareAtEqualValue(input)?.tokens.diff; // below 0 where the method needs fewer tokens
 * ```
 */
export function compareAtEqualValue(
  input: CurveComparisonInput,
  options: CurveComparisonOptions = {},
): CurveComparison | undefined {
  return compare(input, options, (curve, { value }) => pointAtValue(curve, value, options));
}

function compare(
  { curve, opponent, groups }: CurveComparisonInput,
  options: BootstrapOptions,
  read: Read,
): CurveComparison | undefined {
  if (curve.length === 0) throw noCurve();
  const settings = bootstrapSettings(options);
  const columns = [opponent, ...curve].flatMap((point) => AXES.map((axis) => point[axis]));
  columns.push(new Float64Array(groups.length).fill(1));
  const single = sumByGroup(columns, Array.from(groups.keys()));
  const grouped = sumByGroup(columns, groups);
  const [theirs, ...own] = meanPoints(columnTotals(grouped));
  const method = theirs && read(own, theirs);
  if (!theirs || !method) return undefined;

  const byGroup = resample(grouped, settings, read);
  const byQuestion = resample(single, settings, read);
  const difference = (axis: (typeof AXES)[number]): CurveDifference => ({
    diff: method[axis] - theirs[axis],
    ci: intervalOf(byGroup, axis, settings),
    ciByQuestion: intervalOf(byQuestion, axis, settings),
  });
  return {
    n: groups.length,
    groupCount: grouped.count,
    opponent: theirs,
    method,
    passages: difference("passages"),
    value: difference("value"),
    tokens: difference("tokens"),
    outside: 1 - byGroup.length / settings.resamples,
  };
}

/** The differences of those resamples in which the curve can be read. */
function resample(
  sums: GroupSums,
  { resamples, seed }: Required<BootstrapOptions>,
  read: Read,
): CurvePoint[] {
  const random = seededRandom(seed);
  const totals = new Float64Array(sums.width);
  const differences: CurvePoint[] = [];
  for (let done = 0; done < resamples; done++) {
    drawGroups(sums, random, totals);
    const [theirs, ...own] = meanPoints(totals);
    const method = theirs && read(own, theirs);
    if (!theirs || !method) continue;
    differences.push({
      passages: method.passages - theirs.passages,
      value: method.value - theirs.value,
      tokens: method.tokens - theirs.tokens,
    });
  }
  return differences;
}

/** Opponent and curve from the totals of a sample, whose last column counts the questions. */
function meanPoints(totals: Float64Array): CurvePoint[] {
  const n = totals.at(-1) ?? 1;
  const mean = (column: number): number => (totals[column] ?? 0) / n;
  const points: CurvePoint[] = [];
  for (let column = 0; column + AXES.length < totals.length; column += AXES.length) {
    const [passages, value, tokens] = [mean(column), mean(column + 1), mean(column + 2)];
    points.push({ passages, value, tokens });
  }
  return points;
}

function columnTotals({ sums, width }: GroupSums): Float64Array {
  const totals = new Float64Array(width);
  for (const [place, sum] of sums.entries()) {
    totals[place % width] = (totals[place % width] ?? 0) + sum;
  }
  return totals;
}

function intervalOf(
  differences: readonly CurvePoint[],
  axis: (typeof AXES)[number],
  { resamples, level }: Required<BootstrapOptions>,
): [low: number, high: number] | undefined {
  if (differences.length < (1 - LARGEST_SHARE_OUTSIDE) * resamples) return undefined;
  return percentileInterval(
    Float64Array.from(differences, (point) => point[axis]),
    level,
  );
}

function noCurve(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "The curve has no point.",
    remedy: "Run the method at one or more settings of its stopping knob.",
  });
}
