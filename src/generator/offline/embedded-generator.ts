import { analyzerFor } from "../../language/analyzer.js";
import type { Analyzer } from "../../language/analyzer.js";
import type {
  AnswerInput,
  AnswerValue,
  CallUsage,
  CompressInput,
  Generator,
  JudgeValue,
  QueryInput,
  Reply,
  TaskInput,
} from "../generator.js";
import { renderPrompt } from "../prompts.js";
import type { GeneratorTask, TaskInputs } from "../tasks.js";
import { countMessages, countTokens } from "../token-count.js";
import type { Snippet } from "../../state/evidence.js";
import { answerCandidates } from "./answer-candidates.js";
import { answerYesNo, compareOptions } from "./compare-options.js";
import { compressEvidence } from "./compress-evidence.js";
import { viewEvidence } from "./evidence-view.js";
import type { EvidenceView } from "./evidence-view.js";
import { judgeEvidence, sufficiencyScore } from "./judge-evidence.js";
import { questionShape } from "./question-shape.js";

/** Below this the evidence is so far from the question that the answer is called a guess. */
const ANSWERABLE_FROM = 0.6;

/**
 * The embedded extractive generator: no key, no network, no download, the same reply every time. It
 * picks spans and sentences out of the passages and cannot reason; it is there to see the loop
 * work and to compare controllers cheaply. Its tokens are those of the prompt that a chat model
 * would have been sent, and of the reply.
 *
 * @example
 * ```ts
 * import { embeddedGenerator } from "dynakrag";
 *
 * const { value } = await embeddedGenerator().answer({
 *   question: "In which year was the Iron Bridge opened?",
 *   evidence: [{ id: "1", pageContent: "The Iron Bridge was opened in 1742.", metadata: {} }],
 *   language: "english",
 * });
 * console.log(value.answer); // "1742 [1]"
 * ```
 */
export function embeddedGenerator(): Generator {
  return {
    name: "embedded",
    kind: "embedded",
    answer: (input) => counted("answer", input, answerFrom(input), ({ answer }) => answer),
    judge: (input) => counted("judge", input, judge(input), (value) => JSON.stringify(value)),
    gapQuery: (input) => counted("gapQuery", input, otherQuery(input), (query) => query),
    rewrite: (input) => counted("rewrite", input, otherQuery(input), (query) => query),
    compress: (input) => counted("compress", input, compress(input), (s) => JSON.stringify(s)),
  };
}

async function counted<T extends GeneratorTask, V>(
  task: T,
  input: TaskInputs[T],
  value: V,
  textOf: (value: V) => string,
): Promise<Reply<V>> {
  const usage: CallUsage = {
    inputTokens: await countMessages(renderPrompt(task, input)),
    outputTokens: await countTokens(textOf(value)),
    modelCalls: 1,
    estimated: true,
  };
  return { value, usage };
}

function answerFrom(input: AnswerInput): AnswerValue {
  const { question, evidence, snippets } = input;
  const analyzer = analyzerFor(input.language);
  const shown = snippets ? onlySnippets(evidence, snippets) : evidence;
  const view = viewEvidence(question, shown, analyzer);
  const shape = questionShape(question);
  const found =
    shape.type === "choice"
      ? compareOptions(question, shape, view, analyzer)
      : shape.type === "yes_no"
        ? answerYesNo(question, view, analyzer)
        : undefined;
  const span = found ? undefined : answerCandidates(question, shape.type, view, analyzer)[0];
  const text = found?.answer ?? span?.text ?? "";
  const chain = span ? chainTo(span.passageIndex, view) : [];
  const citedIds = found?.passageIds ?? chain;
  const sure = sufficiencyScore(view) >= ANSWERABLE_FROM && text !== "" && found?.decided !== false;
  const numbers = citedIds.map((id) => `[${input.evidence.findIndex((p) => p.id === id) + 1}]`);
  const fallback = text === "" ? (view.sentences[0]?.text ?? "") : text;
  return {
    answer: [fallback, numbers.join("")].filter((part) => part !== "").join(" "),
    answerable: sure,
    missing: sure
      ? undefined
      : judgeEvidence(view, shape.type, openWords(input, view, analyzer)).gap?.text,
    citedIds,
  };
}

function onlySnippets(
  evidence: AnswerInput["evidence"],
  snippets: readonly Snippet[],
): AnswerInput["evidence"] {
  return evidence.flatMap((passage) => {
    const own = snippets.filter(({ passageId }) => passageId === passage.id);
    return own.length === 0 ? [] : [{ ...passage, pageContent: own.map((s) => s.text).join(" ") }];
  });
}

/** The passage of the answer and the one that leads to it: two hops are cited, not one. */
function chainTo(passageIndex: number, view: EvidenceView): string[] {
  const idOf = (index: number): string | undefined =>
    view.sentences.find((sentence) => sentence.passageIndex === index)?.passageId;
  const title = view.titles[passageIndex] ?? "";
  const leads = view.sentences.find(
    (sentence) =>
      sentence.passageIndex !== passageIndex && title !== "" && sentence.text.includes(title),
  )?.passageId;
  return [leads, idOf(passageIndex)].filter((id) => id !== undefined);
}

function judge(input: TaskInput): JudgeValue {
  const analyzer = analyzerFor(input.language);
  const view = viewEvidence(input.question, input.evidence, analyzer);
  const words = openWords(input, view, analyzer);
  return judgeEvidence(view, questionShape(input.question).type, words);
}

/** Words of the question that no passage covers. */
function openWords({ question }: TaskInput, view: EvidenceView, analyzer: Analyzer): string[] {
  const words = analyzer.words(question).map(({ text }) => text);
  return words.filter((word) => {
    const term = analyzer.terms(word)[0];
    return term !== undefined && !view.passageTerms.some((terms) => terms.has(term));
  });
}

/**
 * A query that differs from the recorded and residual ones, which need no generator: the open words
 * with the names of the best sentence.
 */
function otherQuery(input: QueryInput): string {
  const analyzer = analyzerFor(input.language);
  const view = viewEvidence(input.question, input.evidence, analyzer);
  const shape = questionShape(input.question);
  const asked = ` ${analyzer.fold(input.question)} `;
  const best = answerCandidates(input.question, "name", view, analyzer)
    .filter(({ text }) => !asked.includes(` ${analyzer.fold(text)} `))
    .slice(0, 2)
    .map(({ text }) => text);
  const open = openWords(input, view, analyzer);
  const kind = shape.kind === undefined ? [] : [shape.kind];
  return [...new Set([...best, ...open, ...kind])].join(" ");
}

function compress(input: CompressInput): Snippet[] {
  const view = viewEvidence(input.question, input.evidence, analyzerFor(input.language));
  return compressEvidence(view, input.maxSnippets, input.maxTokens);
}
