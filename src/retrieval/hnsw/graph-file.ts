/** What a graph file must agree with. */
export interface ExpectedGraph {
  dimension: number;
  count: number;
  m: number;
}

const HEADER_BYTES = 96;
const NUMBER_BYTES = 4;
const LABEL_BYTES = 8;
/** Levels follow an exponential distribution; a real graph never gets near this. */
const MOST_LEVELS = 64;

/**
 * What is wrong with a file of hnswlib 0.8 (64-bit, little-endian), undefined where nothing is.
 *
 * The native reader trusts counts, sizes and links, and reads or writes beyond its memory where they
 * are wrong. So all of them are checked here, in JavaScript, before it sees the file.
 */
export function graphFileProblem(bytes: Uint8Array, expected: ExpectedGraph): string | undefined {
  if (bytes.byteLength < HEADER_BYTES) return "it is too short";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const layout = layoutOf(expected);
  return (
    headerProblem(view, expected, layout) ??
    linksProblem(view, expected, layout, readLevels(view, expected, layout))
  );
}

/** Sizes in bytes, as hnswlib computes them. */
interface Layout {
  /** One list of links of the lowest level: a count and 2 m numbers. */
  lowestList: number;
  /** One list of links of an upper level. */
  upperList: number;
  /** All that is stored of an element on the lowest level: links, vector, label. */
  element: number;
  /** Where the upper levels begin. */
  upperStart: number;
}

function layoutOf({ dimension, count, m }: ExpectedGraph): Layout {
  const lowestList = (1 + 2 * m) * NUMBER_BYTES;
  const element = lowestList + dimension * NUMBER_BYTES + LABEL_BYTES;
  return {
    lowestList,
    upperList: (1 + m) * NUMBER_BYTES,
    element,
    upperStart: HEADER_BYTES + count * element,
  };
}

function headerProblem(
  view: DataView,
  { count, m }: ExpectedGraph,
  { lowestList, element }: Layout,
): string | undefined {
  const size = (at: number): number => Number(view.getBigUint64(at, true));
  const present = size(16);
  if (present !== count) return `it holds ${present} vectors, the manifest says ${count}`;
  const capacity = size(8);
  if (capacity < count || capacity > 4 * count + 1024) {
    return `it has room for ${capacity} vectors and holds ${count}`;
  }
  const facts: [name: string, actual: number, expected: number][] = [
    ["offset of the links", size(0), 0],
    ["size of an element", size(24), element],
    ["offset of the label", size(32), element - LABEL_BYTES],
    ["offset of the vector", size(40), lowestList],
    ["links on upper levels", size(56), m],
    ["links on the lowest level", size(64), 2 * m],
    ["m", size(72), m],
  ];
  const wrong = facts.find(([, actual, wanted]) => actual !== wanted);
  if (wrong) return `${wrong[0]}: ${wrong[1]}, expected ${wrong[2]}`;
  if (Math.abs(view.getFloat64(80, true) - 1 / Math.log(m)) > 1e-9)
    return "its level factor is wrong";
  return undefined;
}

/** The highest level of each element; undefined where the file does not hold them. */
function readLevels(
  view: DataView,
  { count }: ExpectedGraph,
  { upperList, upperStart }: Layout,
): Uint8Array | undefined {
  const levels = new Uint8Array(count);
  let at = upperStart;
  for (let element = 0; element < count; element += 1) {
    if (at + NUMBER_BYTES > view.byteLength) return undefined;
    const size = view.getUint32(at, true);
    const level = size / upperList;
    if (!Number.isInteger(level) || level > MOST_LEVELS) return undefined;
    levels[element] = level;
    at += NUMBER_BYTES + size;
  }
  return at === view.byteLength ? levels : undefined;
}

function linksProblem(
  view: DataView,
  { count, m }: ExpectedGraph,
  { upperList, element: elementBytes, upperStart }: Layout,
  levels: Uint8Array | undefined,
): string | undefined {
  if (!levels) return "its length does not fit its content";
  const entry = view.getUint32(52, true);
  const entryLevel = levels[entry];
  if (entryLevel === undefined || entryLevel !== view.getInt32(48, true))
    return "its entry is wrong";
  if (levels.some((level) => level > entryLevel)) return "an element is above its entry";

  const isSound = (start: number, most: number, level: number): boolean => {
    // The count takes two bytes; the next one marks a deleted element, which is never written.
    const links = view.getUint32(start, true);
    if (links > most) return false;
    for (let link = 1; link <= links; link += 1) {
      const target = levels[view.getUint32(start + link * NUMBER_BYTES, true)];
      if (target === undefined || target < level) return false;
    }
    return true;
  };

  let upper = upperStart;
  for (let element = 0; element < count; element += 1) {
    const start = HEADER_BYTES + element * elementBytes;
    const label = view.getBigUint64(start + elementBytes - LABEL_BYTES, true);
    if (label !== BigInt(element)) return `element ${element} has another label`;
    if (!isSound(start, 2 * m, 0)) return `element ${element} has links that lead nowhere`;
    const top = levels[element] ?? 0;
    for (let level = 1; level <= top; level += 1) {
      const list = upper + NUMBER_BYTES + (level - 1) * upperList;
      if (!isSound(list, m, level)) return `element ${element} has links that lead nowhere`;
    }
    upper += NUMBER_BYTES + top * upperList;
  }
  return undefined;
}
