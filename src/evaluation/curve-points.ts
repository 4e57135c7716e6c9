import { withRunOption } from "./method-spec.js";

/** A method and the names it is run under: its frozen setting first, then its stopping knob. */
export interface MethodCurve {
  method: string;
  points: string[];
}

/** Most passages in the context of any method that is compared. */
const MOST_PASSAGES = 12;
/** Caps below the default of four acquisitions. */
const LOWER_CAPS = [1, 2, 3] as const;

/**
 * The settings of a method's stopping knob: k for `fixed-k`, the retrieval cap for every other, at
 * its frozen gate (evaluation conventions: each method is a curve over its knob).
 */
export function curvePoints(method: string): MethodCurve {
  const [, options] = /^fixed-k(?::(.*))?$/u.exec(method) ?? [undefined, null];
  if (options !== null) {
    const others = (options ?? "").split(",").filter((option) => !/^(?:k=.*)?$/u.test(option));
    const ks = Array.from({ length: MOST_PASSAGES }, (_, index) =>
      [`fixed-k:k=${index + 1}`, ...others].join(","),
    );
    return { method, points: [...new Set([method, ...ks])] };
  }
  if (/(?:^|[:,])cap=/u.test(method)) return { method, points: [method] };
  return {
    method,
    points: [method, ...LOWER_CAPS.map((cap) => withRunOption(method, `cap=${cap}`))],
  };
}
