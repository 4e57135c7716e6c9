/** Uniform numbers in [0, 1). */
export type RandomSource = () => number;

/**
 * Mulberry32: a seed of 32 bits, the same numbers on every machine.
 *
 * Source: Tommy Ettinger, "mulberry32" (2017), public domain.
 */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
