import { analyzerFor } from "../../language/analyzer.js";
import type { Snippet } from "../../state/evidence.js";
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
import { compressEvidence } from "./compress-evidence.js";
import { viewEvidence } from "./evidence-view.js";
import type { EvidenceView } from "./evidence-view.js";
import { findAnswer, rankTexts } from "./find-answer.js";
import { gapOf, judgeEvidence, sufficiency } from "./judge-evidence.js";
import { shippedModels } from "./offline-models.js";
import { taggerFor } from "./tagger.js";
import type { OfflineModels } from "./fitted-models.js";
import { writeQuery } from "./write-query.js";

/** Options of {@link embeddedGenerator}. */
export interface EmbeddedGeneratorOptions {
  /**
   * Other fitted models than those of the package, such as the ones of a fold: who trains on train
   * questions must not see verdicts of models that were fitted on the same questions.
   */
  models?: OfflineModels | undefined;
}

/**
 * The embedded extractive generator: no key, no network, no download, the same reply every time. It
 * picks spans and sentences out of the passages and cannot reason; it is there to see the loop work
 * and to compare controllers cheaply. It knows English; in other languages it looks for names only.
 * Its tokens are those of the prompt that a chat model would have been sent, and of the reply.
 *
 * Its models are fitted on public multi-hop questions: data, figures and limits are in
 * `docs/offline.md`.
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
export function embeddedGenerator({ models }: EmbeddedGeneratorOptions = {}): Generator {
  const prepare = (input: TaskInput): Promise<Prepared> => prepared(input, models);
  return {
    name: "embedded",
    kind: "embedded",
    answer: async (input) =>
      counted("answer", input, await answerFrom(input, prepare), textOfAnswer),
    judge: async (input) => counted("judge", input, await judge(input, prepare), JSON.stringify),
    gapQuery: async (input) => counted("gapQuery", input, await query(input, prepare), String),
    rewrite: async (input) => counted("rewrite", input, await query(input, prepare), String),
    compress: async (input) =>
      counted("compress", input, await compress(input, prepare), JSON.stringify),
  };
}

interface Prepared {
  view: EvidenceView;
  models: OfflineModels;
}

type Prepare = (input: TaskInput) => Promise<Prepared>;

/** The tasks of one question often see the same evidence: it is read once for as long as it lives. */
const views = new WeakMap<TaskInput["evidence"], EvidenceView>();

async function prepared(
  { question, evidence, language }: TaskInput,
  models: OfflineModels | undefined,
): Promise<Prepared> {
  const tag = await taggerFor(language);
  const analyzer = analyzerFor(language);
  const known = views.get(evidence);
  const isSame = known?.question.text === question && known.analyzer === analyzer;
  const view = isSame ? known : viewEvidence(question, evidence, analyzer, tag);
  views.set(evidence, view);
  return { view, models: models ?? (await shippedModels()) };
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

function textOfAnswer({ answer }: AnswerValue): string {
  return answer;
}

async function answerFrom(input: AnswerInput, prepare: Prepare): Promise<AnswerValue> {
  const { evidence, snippets } = input;
  const shown = snippets ? onlySnippets(evidence, snippets) : evidence;
  const { view, models } = await prepare({ ...input, evidence: shown });
  const found = findAnswer(view, models);
  const citedIds = found.passages.flatMap((index) => view.passages[index]?.id ?? []);
  const numbers = citedIds.map((id) => `[${evidence.findIndex((p) => p.id === id) + 1}]`);
  const text = found.text === "" ? (view.passages[0]?.sentences[0]?.text ?? "") : found.text;
  const sure = found.text !== "" && sufficiency(view, found, models) >= models.answerableFrom;
  return {
    answer: [text, numbers.join("")].filter((part) => part !== "").join(" "),
    answerable: sure,
    missing: sure ? undefined : gapOf(view).text,
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

async function judge(input: TaskInput, prepare: Prepare): Promise<JudgeValue> {
  const { view, models } = await prepare(input);
  return judgeEvidence(view, findAnswer(view, models), models);
}

async function query(input: QueryInput, prepare: Prepare): Promise<string> {
  const { view, models } = await prepare(input);
  return writeQuery(view, input, rankTexts(view, models));
}

async function compress(input: CompressInput, prepare: Prepare): Promise<Snippet[]> {
  const { view, models } = await prepare(input);
  const likely = rankTexts(view, models);
  return compressEvidence(view, likely, input.maxSnippets, input.maxTokens);
}
