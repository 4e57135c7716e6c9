import type { Generator } from "../generator/generator.js";
import type {
  EvidenceRanker,
  EvidenceRetriever,
  RetrievalFilter,
} from "../retrieval/evidence-retriever.js";
import type { UnseenSearch } from "../retrieval/unseen-search.js";
import type { ActionName, ActionRecord, Decision, UsageEntry } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import type { Settings } from "../state/settings.js";
import type { Language } from "../language/language.js";

/** What an operation is for (DynaKRAG paper, section 3). */
export type ActionFamily = "acquisition" | "diagnosis" | "termination" | "readiness";

/** What a precondition may look at besides the state. */
export interface ActionView {
  settings: Settings;
  language: Language;
}

/** The search an acquisition would make now. */
export interface PlannedQuery {
  /** Absent where the generator has to write it. */
  query?: string;
  variant?: string;
  /** The bridge entity it is about. */
  entity?: string;
}

/** Everything an operation may use while it runs. Models and indexes enter here, never the state. */
export interface ActionContext extends ActionView {
  generator: Generator;
  retriever: EvidenceRetriever;
  ranker: EvidenceRanker;
  /** Restricts every search of this question. */
  filter: RetrievalFilter | undefined;
  /** Finds unseen passages; answers from a preview where one was made. */
  search: UnseenSearch;
  /** The decision that led here; absent for `compress_answer_evidence`. */
  decision: Pick<Decision, "variant" | "args" | "preview">;
  signal: AbortSignal | undefined;
  /** Told of a call as soon as it is paid for, so that a step that fails later still counts it. */
  paid: (cost: StepCost) => void;
}

/** What a step did, before the node adds step number, versions and gap. */
export type StepOutcome = Pick<ActionRecord, "outcome"> &
  Partial<
    Pick<
      ActionRecord,
      "variant" | "query" | "entity" | "added" | "otherQueries" | "verdict" | "errorCode"
    >
  >;

/** What a step cost. */
export type StepCost = Partial<Omit<UsageEntry, "id">>;

/** What an operation hands back to its node. */
export interface ActionResult {
  /** Absent for operations that are no step (stop, compression). */
  outcome?: StepOutcome;
  update: EvidenceUpdate;
  cost: StepCost;
}

/**
 * One atomic operation: a precondition over the state, and an effect. It becomes one node of the
 * graph, one candidate of the policy and one row of the validity table.
 */
export interface Action<Name extends ActionName = ActionName> {
  readonly name: Name;
  readonly family: ActionFamily;
  /** Tasks of the generator that it may call; empty where it only searches. */
  readonly modelTasks: readonly ("judge" | "answer" | "gapQuery" | "rewrite" | "compress")[];
  /** True where the state allows it. Caps and rules across operations are in `validity/`. */
  isPossible(state: EvidenceState, view: ActionView): boolean;
  /** Acquisitions: the search it would make now, a pure function of the state. */
  plan?(state: EvidenceState, view: ActionView): PlannedQuery | undefined;
  run(state: EvidenceState, context: ActionContext): Promise<ActionResult>;
  /** What a step that threw leaves behind, where that is more than a failed record. */
  afterFailure?(state: EvidenceState, view: ActionView): Omit<ActionResult, "cost">;
}

/** Keeps the literal name of an action, so that `ActionName` and the tuple cannot drift apart. */
export function defineAction<const Name extends ActionName>(action: Action<Name>): Action<Name> {
  return action;
}
