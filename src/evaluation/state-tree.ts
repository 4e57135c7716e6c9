import { PreviewedSearches } from "./previewed-searches.js";
import type { DynaKragOptions } from "../graph/engine-options.js";
import { directRunner } from "../graph/run-directly.js";
import type { DirectRunner, GivenDecision } from "../graph/run-directly.js";
import type { Outlook } from "../graph/router-node.js";
import { SearchCache } from "../graph/search-cache.js";
import type { Policy } from "../policy/policy.js";
import { decide, expectedCosts } from "../router.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { SettingsInput } from "../state/settings.js";

/** A state of a question with everything that was ever done from it. */
interface TreeNode {
  state: EvidenceState;
  /** Seconds that the operation which led here took. */
  seconds: number;
  outlooks: Map<string, Promise<TimedOutlook>>;
  children: Map<string, Promise<TreeNode>>;
}

interface TimedOutlook extends Outlook {
  seconds: number;
}

/** Where a walk ended, and what it took beyond what the state tells. */
export interface Walk {
  state: EvidenceState;
  /**
   * Searches made to look ahead, less those that operations then had for nothing: the state counts
   * every operation as if nothing had been looked at before.
   */
  searches: number;
  /** What looking, deciding and operations would have taken without sharing. */
  seconds: number;
}

/** A runner whose operations count their searches in full, whoever looked at them before. */
export function treeRunner(options: DynaKragOptions): DirectRunner {
  return directRunner(options, new SearchCache(0));
}

/**
 * The states of one question that any method comes to. An operation is a function of the state, so
 * two methods that do the same from the same state get the same state: it is made once, and
 * everything that is worked out from it (validity, previews, verdicts) is shared. Each method still
 * counts all of it as its own. For that the runner must not remember previews from one method to the
 * next: see {@link treeRunner}.
 */
export class StateTree {
  readonly #runner: DirectRunner;
  readonly #question: string;
  readonly #signal: AbortSignal | undefined;
  readonly #roots = new Map<string, TreeNode>();

  constructor(runner: DirectRunner, question: string, signal?: AbortSignal) {
    this.#runner = runner;
    this.#question = question;
    this.#signal = signal;
  }

  /** Follows a policy from the question to its stop. */
  async walk(policy: Policy, settings: SettingsInput): Promise<Walk> {
    let node = this.#rootFor(settings);
    const previewed = new PreviewedSearches();
    let searches = 0;
    let seconds = 0;
    for (;;) {
      const outlook = await this.#outlook(node, policy, settings);
      searches += previewed.look(node.state, outlook);
      const decision = decide(node.state, { ...outlook, policy });
      const next = await this.#child(node, decision, settings);
      searches -= previewed.savedBy(node.state, next.state);
      node = next;
      seconds += outlook.seconds + node.seconds;
      if (decision.operation === "stop_answer") return { state: node.state, searches, seconds };
    }
  }

  #rootFor(settings: SettingsInput): TreeNode {
    const key = executionKey(settings);
    let root = this.#roots.get(key);
    if (!root) {
      const state = this.#runner.begin(this.#question, { settings });
      root = { state, seconds: 0, outlooks: new Map(), children: new Map() };
      this.#roots.set(key, root);
    }
    return root;
  }

  #outlook(node: TreeNode, policy: Policy, settings: SettingsInput): Promise<TimedOutlook> {
    const key = `${policy.wantsPreview === true} ${JSON.stringify(settings)}`;
    return remember(node.outlooks, key, async () => {
      const started = performance.now();
      const outlook = await this.#runner.look(node.state, policy, this.#options(settings));
      const costs = expectedCosts(node.state, outlook);
      return { ...outlook, costs, seconds: secondsSince(started) };
    });
  }

  #child(node: TreeNode, decision: GivenDecision, settings: SettingsInput): Promise<TreeNode> {
    const { operation, variant, args, limit } = decision;
    // Only passages that are named need the lists they stand in.
    const preview = args?.passageIds === undefined ? {} : { preview: decision.preview };
    const given = { operation, variant, args, limit, ...preview } as GivenDecision;
    return remember(node.children, JSON.stringify([operation, variant, args, limit]), async () => {
      const started = performance.now();
      const state = await this.#runner.execute(node.state, given, this.#options(settings));
      const seconds = secondsSince(started);
      return { state, seconds, outlooks: new Map(), children: new Map() };
    });
  }

  #options(settings: SettingsInput) {
    return { settings, signal: this.#signal };
  }
}

/** What is under way is shared too; what failed is tried again by whoever comes next. */
function remember<T>(
  known: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

/** Settings that change what an operation does; the others change only what may be chosen. */
function executionKey(settings: SettingsInput): string {
  const {
    policy: _policy,
    maxSteps: _steps,
    maxRetrievals: _retrievals,
    costWeight: _weight,
    preview: _preview,
    seed: _seed,
    ...rest
  } = settings;
  return JSON.stringify(rest);
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
