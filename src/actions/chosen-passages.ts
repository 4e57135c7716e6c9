import type { RetrievalHit } from "../retrieval/evidence-retriever.js";
import { FEATURE_DEPTH } from "../retrieval/passage-features.js";
import { unseenHits } from "../retrieval/passage-identity.js";
import type { UnseenSearchInput } from "../retrieval/unseen-search.js";
import type { ActionContext } from "./action.js";

/** A hit, and the search that it was taken from. */
export interface TakenHit {
  hit: RetrievalHit;
  query: string;
  topScore: number | null;
}

/** The passages that a decision names, and the searches that finding them took. */
export interface ChosenPassages {
  taken: TakenHit[];
  searches: number;
}

/**
 * Looks up the passages that the decision names, in its order. The hits of a preview are not kept in
 * the state, so each previewed search that holds one of them is asked for again: it costs nothing
 * while its hits are remembered, and is made anew after a crash. What is not found is left out.
 */
export async function chosenPassages(
  { args, preview = [] }: ActionContext["decision"],
  search: ActionContext["search"],
  input: Omit<UnseenSearchInput, "query" | "wanted">,
): Promise<ChosenPassages> {
  const ids = args?.passageIds ?? [];
  const found = new Map<string, TakenHit>();
  let searches = 0;
  for (const { query, hits } of preview) {
    if (!hits.some(({ id }) => ids.includes(id) && !found.has(id))) continue;
    const list = await search({ ...input, query, wanted: FEATURE_DEPTH });
    searches += list.searches;
    for (const hit of list.hits) {
      const { id } = hit.passage;
      if (!found.has(id)) found.set(id, { hit, query, topScore: list.topScore });
    }
  }
  return {
    taken: withoutRepeats(
      ids.flatMap((id) => found.get(id) ?? []),
      input,
    ),
    searches,
  };
}

/** Two searches may know one text under two ids, or hold more of one title than is wanted. */
function withoutRepeats(
  named: readonly TakenHit[],
  { evidence, maxPerTitle }: Pick<UnseenSearchInput, "evidence" | "maxPerTitle">,
): TakenHit[] {
  const hits = named.map(({ hit }) => hit);
  const left = unseenHits(evidence, hits, maxPerTitle === null ? {} : { maxPerTitle });
  return named.filter(({ hit }) => left.includes(hit));
}
