/** A numbered item and its score. */
export interface Scored {
  number: number;
  score: number;
}

/**
 * The k best items with a score above 0, best first, equal scores by rising number. Exact: a
 * bounded heap, O(n log k).
 *
 * @param accepts - asked only about items good enough for the list as it stands; what it refuses
 *   takes no place.
 */
export function topK(
  scores: Float64Array,
  k: number,
  accepts: (number: number) => boolean = () => true,
): Scored[] {
  if (k <= 0) return [];
  // The worst kept item is at the root.
  const heap: Scored[] = [];
  for (let number = 0; number < scores.length; number += 1) {
    const score = scores[number] ?? 0;
    if (!(score > 0)) continue;
    const worst = heap[0];
    // Numbers rise, so an equal score is never better than what is kept.
    if (heap.length >= k && worst && score <= worst.score) continue;
    if (!accepts(number)) continue;
    if (heap.length < k) {
      heap.push({ number, score });
      siftUp(heap);
    } else {
      heap[0] = { number, score };
      siftDown(heap);
    }
  }
  return heap.sort((one, other) => (isWorse(one, other) ? 1 : -1));
}

function isWorse(one: Scored, other: Scored): boolean {
  return one.score === other.score ? one.number > other.number : one.score < other.score;
}

function siftUp(heap: Scored[]): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfWorse(heap, at, parent)) return;
    at = parent;
  }
}

function siftDown(heap: Scored[]): void {
  let at = 0;
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    const leftItem = heap[left];
    const rightItem = heap[right];
    if (!leftItem) return;
    const worseChild = rightItem && isWorse(rightItem, leftItem) ? right : left;
    if (!swapIfWorse(heap, worseChild, at)) return;
    at = worseChild;
  }
}

/** Puts the item at `from` in the place of the better one at `to`. */
function swapIfWorse(heap: Scored[], from: number, to: number): boolean {
  const one = heap[from];
  const other = heap[to];
  if (!one || !other || !isWorse(one, other)) return false;
  heap[to] = one;
  heap[from] = other;
  return true;
}
