import { DynaKragError } from "../../errors.js";

/** The native package, as far as it is used here. */
type Hnswlib = Pick<typeof import("hnswlib-node"), "HierarchicalNSW">;

/**
 * Loads hnswlib-node, which is an optional dependency because it is compiled where it is installed.
 * Nothing else in this package imports it.
 *
 * @throws DynaKragError `MISSING_PACKAGE` when it is not installed or was not built.
 */
export async function loadHnswlib(): Promise<Hnswlib> {
  try {
    const library: Hnswlib & { default?: Hnswlib } = await import("hnswlib-node");
    return library.default ?? library;
  } catch (cause) {
    throw new DynaKragError({
      code: "MISSING_PACKAGE",
      message: "hnswlib-node is not installed, or could not be built on this machine.",
      remedy:
        "Run `npm install hnswlib-node@3.0.0` (it needs Python, make and a C++ compiler), or set exactBelow to Infinity to search without it.",
      cause,
    });
  }
}
