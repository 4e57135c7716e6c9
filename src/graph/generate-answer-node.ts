import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { abortable } from "../abortable.js";
import { usageEntry } from "../actions/record-step.js";
import { DynaKragError } from "../errors.js";
import type { AnswerValue, Reply } from "../generator/generator.js";
import { titleOf } from "../retrieval/passage-identity.js";
import { cleanText } from "../retrieval/plain-metadata.js";
import type { Citation, StopReason } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import { lastErrorCode, retrievalsTaken, stepsTaken, totalUsage } from "../state/history.js";
import type { Settings } from "../state/settings.js";
import { ANSWER_SHARE_OF_DEADLINE } from "../validity/caps.js";
import { bestExtract } from "./best-extract.js";
import { budgetedGenerator } from "./budgeted-generator.js";
import { timeLimit } from "./deadline.js";
import type { TimeLimit } from "./deadline.js";
import type { Engine } from "./engine.js";
import { runScope } from "./run-scope.js";

const NO_COST = { inputTokens: 0, outputTokens: 0, modelCalls: 0, estimated: false };
const NOT_ANSWERED: AnswerValue = { answer: "", answerable: false, citedIds: [] };

/** An answer, and the limit that kept it from being written, where one did. */
interface Answered extends Reply<AnswerValue> {
  limit?: Extract<StopReason, "deadline" | "budget_tokens">;
}

/**
 * Writes the answer, what it cites and the totals. Without evidence nothing is asked of the model's
 * memory, unless `closedBook` allows it. Where time or tokens do not suffice for an answer, the
 * best extract stands in for it. What the call throws is thrown on, so that a run resumed from its
 * checkpoint repeats this node only.
 */
export function generateAnswerNode(engine: Engine) {
  return async (state: EvidenceState, config: LangGraphRunnableConfig): Promise<EvidenceUpdate> => {
    const { settings, signal } = runScope(engine, state, config);
    const limit = timeLimit(signal, answerEndsAt(state, settings));
    try {
      const reply = await answer(engine, state, settings, limit);
      return answered(state, reply, settings);
    } finally {
      limit.release();
    }
  };
}

/** A run that is resumed after its deadline still has the answer's share of the time. */
function answerEndsAt({ startedAt }: EvidenceState, { deadlineMs }: Settings): number {
  if (deadlineMs === null) return Number.POSITIVE_INFINITY;
  return Math.max(startedAt + deadlineMs, Date.now() + ANSWER_SHARE_OF_DEADLINE * deadlineMs);
}

async function answer(
  { generator, retriever }: Engine,
  state: EvidenceState,
  settings: Settings,
  limit: TimeLimit,
): Promise<Answered> {
  const { question, evidence, snippets } = state;
  if (evidence.length === 0 && !settings.closedBook) return { value: NOT_ANSWERED, usage: NO_COST };
  const input = {
    question,
    evidence,
    language: retriever.language,
    snippets: snippets.length > 0 ? snippets : undefined,
    closedBook: evidence.length === 0,
  };
  const budgeted = budgetedGenerator(generator, state, settings);
  try {
    return await abortable(() => budgeted.answer(input, { signal: limit.signal }), limit.signal);
  } catch (error) {
    const reached = limitReached(error, limit);
    if (reached === undefined) throw error;
    return { value: bestExtract(state, retriever.language), usage: NO_COST, limit: reached };
  }
}

function limitReached(error: unknown, time: TimeLimit): Answered["limit"] {
  if (time.isOver()) return "deadline";
  const isOverBudget = DynaKragError.isInstance(error) && error.code === "TOKEN_BUDGET";
  return isOverBudget ? "budget_tokens" : undefined;
}

function answered(
  state: EvidenceState,
  { value, usage, limit }: Answered,
  settings: Settings,
): EvidenceUpdate {
  const ledger = usage.modelCalls > 0 ? [usageEntry("answer", usage)] : [];
  const answer = cleanText(value.answer);
  const answerable = value.answerable && answer.trim() !== "";
  const missing = answerable ? undefined : value.missing || state.gap?.text;
  return {
    answer,
    answerable,
    missing: missing ? cleanText(missing) : undefined,
    citations: citationsOf(state, value.citedIds),
    stopReason: limit ?? stopReasonOf(state, value, settings),
    errorCode: lastErrorCode(state),
    ledger,
    usage: totalUsage([...state.ledger, ...ledger], stepsTaken(state)),
  };
}

function stopReasonOf(
  state: EvidenceState,
  { answer, failure }: AnswerValue,
  { closedBook }: Settings,
): StopReason {
  const { evidence, stopReason = "policy" } = state;
  if (failure) return failure;
  if (evidence.length === 0 && !closedBook) {
    // A limit that came before any search says more than that nothing was found.
    const hasSearched = retrievalsTaken(state) > 0 && stopReason !== "deadline";
    return hasSearched || stopReason === "policy" ? "no_evidence" : stopReason;
  }
  return answer.trim() === "" ? "generator_failed" : stopReason;
}

/** Numbers count the evidence from 1, as the prompt does. */
function citationsOf({ evidence }: EvidenceState, citedIds: readonly string[]): Citation[] {
  return [...new Set(citedIds)].flatMap((id) => {
    const index = evidence.findIndex((passage) => passage.id === id);
    const passage = evidence[index];
    if (!passage) return [];
    const title = titleOf(passage);
    return [{ number: index + 1, passageId: id, ...(title === undefined ? {} : { title }) }];
  });
}
