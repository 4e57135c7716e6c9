/** A time limit that a node puts on the calls it makes. */
export interface TimeLimit {
  /** Aborts with the caller's signal, or when the time is over. */
  signal: AbortSignal | undefined;
  /** True where the time is over and the caller has not aborted. */
  isOver(): boolean;
  /** Ends the timer. */
  release(): void;
}

/** The longest delay a timer takes, 24.8 days; beyond it Node fires at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Joins the caller's signal with a point in time.
 *
 * @param endsAt Milliseconds since the epoch; Infinity for none.
 */
export function timeLimit(caller: AbortSignal | undefined, endsAt: number): TimeLimit {
  if (!Number.isFinite(endsAt)) {
    return { signal: caller, isOver: () => false, release: () => undefined };
  }
  const timer = new AbortController();
  const handle = setTimeout(
    () => timer.abort(new DOMException("The time is over.", "TimeoutError")),
    Math.min(LONGEST_DELAY, Math.max(0, endsAt - Date.now())),
  );
  return {
    signal: caller ? AbortSignal.any([caller, timer.signal]) : timer.signal,
    isOver: () => timer.signal.aborted && caller?.aborted !== true,
    release: () => clearTimeout(handle),
  };
}
