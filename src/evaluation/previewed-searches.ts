import type { Outlook } from "../graph/router-node.js";
import type { EvidenceState } from "../state/evidence-state.js";

/**
 * What one method has looked at on its way: looking again at the same evidence costs no search, and
 * neither does the operation whose search was looked at.
 */
export class PreviewedSearches {
  readonly #seen = new Set<string>();

  /** The searches that an outlook took; those that were made before are had for nothing. */
  look(state: EvidenceState, { preview = [], searches }: Outlook): number {
    const keys = preview.map(({ query }) => searchKey(state, query));
    const again = keys.filter((key) => this.#seen.has(key)).length;
    for (const key of keys) this.#seen.add(key);
    return searches - again;
  }

  /** The searches of an operation that a preview had made already. */
  savedBy(before: EvidenceState, after: EvidenceState): number {
    const step = after.history.length > before.history.length ? after.history.at(-1) : undefined;
    if (step?.query === undefined || !this.#seen.has(searchKey(before, step.query))) return 0;
    return searchesIn(after) - searchesIn(before);
  }
}

/** On one way, evidence only grows: its length says which it is. */
function searchKey({ evidence }: EvidenceState, query: string): string {
  return `${evidence.length} ${query}`;
}

function searchesIn({ ledger }: EvidenceState): number {
  return ledger.reduce((sum, { searches }) => sum + searches, 0);
}
