import { setTimeout } from "node:timers/promises";
import { abortable } from "../abortable.js";

/** Waits so many milliseconds; an abort ends the wait with the signal's reason. */
export async function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await abortable(() => setTimeout(milliseconds, undefined, { signal }), signal);
}
