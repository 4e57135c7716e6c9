import { DynaKragError } from "../../src/errors.js";

/** The code with which work fails; undefined where it does not. Any other error is thrown on. */
export async function codeOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (DynaKragError.isInstance(error)) return error.code;
    throw error;
  }
}
