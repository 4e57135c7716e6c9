/** The public names of dynakrag; test doubles are in `dynakrag/testing`. */

// The graph
export { createDynaKrag } from "./graph/create-dynakrag.js";
export type { DynaKragOptions } from "./graph/engine-options.js";
export { directRunner } from "./graph/run-directly.js";
export type { DirectRunner } from "./graph/run-directly.js";
export { createFromEnvironment } from "./create-from-environment.js";
export type { OperationEvent } from "./graph/action-node.js";

// State
export { initialState } from "./state/evidence-state.js";
export type { DynaKragInput, DynaKragOutput, EvidenceState } from "./state/evidence-state.js";
export type {
  ActionName,
  ActionRecord,
  AddedPassage,
  Advice,
  BridgeEntity,
  Candidate,
  Citation,
  Decision,
  DecisionArgs,
  DraftAnswer,
  Frontier,
  Gap,
  JsonObject,
  JsonValue,
  Passage,
  PreviewedSearch,
  Snippet,
  StepErrorCode,
  StopReason,
  SufficiencyVerdict,
  Usage,
  UsageEntry,
  Verdict,
} from "./state/evidence.js";
export { resolveSettings, settingsSchema } from "./state/settings.js";
export type { Settings, SettingsInput } from "./state/settings.js";
export { DynaKragError } from "./errors.js";
export type { DynaKragErrorCode } from "./errors.js";

// Operations, validity, policies
export { ACTIONS } from "./actions/index.js";
export type { Action, ActionContext, ActionFamily, ActionResult } from "./actions/action.js";
export { validActions } from "./validity/valid-actions.js";
export type { ValidActions, ValidityView } from "./validity/valid-actions.js";
export { decide } from "./router.js";
export type {
  Policy,
  PolicyChoice,
  PolicyInput,
  ScoredHit,
  ScoredPreview,
} from "./policy/policy.js";
export { policyByName, POLICY_NAMES } from "./baselines/index.js";
export { learnedPolicy } from "./policy/learned-policy.js";
export { parsePolicyArtifact } from "./policy/policy-artifact.js";
export type { PolicyArtifact } from "./policy/policy-artifact.js";
export { compileForest } from "./forest/forest.js";
export type { FlatTree, RegressionForest } from "./forest/forest.js";
export { forestFromMlRandomForest, toMlRandomForest } from "./forest/ml-random-forest.js";
export type { MlRandomForestJson, MlTreeNode } from "./forest/ml-random-forest.js";
export { FEATURES } from "./policy/features.js";
export type { FeatureInfo } from "./policy/feature-table.js";

// Generators
export type {
  AnswerInput,
  AnswerValue,
  CallOptions,
  CallUsage,
  CompressInput,
  Generator,
  JudgeValue,
  QueryInput,
  Reply,
  TaskInput,
} from "./generator/generator.js";
export { ChatModelGenerator } from "./generator/chat-generator.js";
export type { ChatGeneratorOptions } from "./generator/chat-generator.js";
export type { ChatModel } from "./generator/chat-model.js";
export { embeddedGenerator } from "./generator/offline/embedded-generator.js";
export type { EmbeddedGeneratorOptions } from "./generator/offline/embedded-generator.js";
export { readFoldModels } from "./generator/offline/fold-models.js";
export type { OfflineModels } from "./generator/offline/fitted-models.js";
export { generatorByName, generatorFromEnvironment } from "./generator/model-from-environment.js";
export { renderPrompt } from "./generator/prompts.js";
export type { PromptMessage } from "./generator/prompts.js";
export { countMessages, countTokens } from "./generator/token-count.js";

// Retrieval
export type {
  EntityLinker,
  EntityMention,
  EvidenceRanker,
  EvidenceRetriever,
  PassageScorer,
  RankingInput,
  RetrievalFilter,
  RetrievalHit,
  SearchOptions,
} from "./retrieval/evidence-retriever.js";
export { buildLexicalIndex } from "./retrieval/lexical/build-lexical-index.js";
export type {
  BuildProgress,
  LexicalIndexOptions,
} from "./retrieval/lexical/build-lexical-index.js";
export { LexicalIndex } from "./retrieval/lexical/lexical-index.js";
export { asEvidenceRetriever } from "./retrieval/vector-store-retriever.js";
export type {
  LangChainRetrieverOptions,
  LangChainSource,
  ScoreMeaning,
} from "./retrieval/vector-store-retriever.js";
export { hybridRetriever } from "./retrieval/hybrid.js";
export type { HybridOptions } from "./retrieval/hybrid.js";
export { HnswStore } from "./retrieval/hnsw/hnsw-store.js";
export type { HnswStoreOptions } from "./retrieval/hnsw/hnsw-store.js";
export type { HnswLoadOptions } from "./retrieval/hnsw/store-folder.js";
export { hnswRetriever } from "./retrieval/hnsw/hnsw-retriever.js";
export type { HnswRetrieverOptions } from "./retrieval/hnsw/hnsw-retriever.js";
export { openIndexFolder } from "./retrieval/index-folder/open-index-folder.js";
export type { OpenedIndex, OpenIndexOptions } from "./retrieval/index-folder/open-index-folder.js";
export { saveIndexFolder } from "./retrieval/index-folder/save-index-folder.js";
export type { SavedIndex } from "./retrieval/index-folder/save-index-folder.js";
export type { IndexFolderOptions, IndexProgress } from "./retrieval/index-folder/build-index.js";
export type { IndexManifest } from "./retrieval/index-folder/index-manifest.js";
export { embeddingsFromSpec } from "./retrieval/index-folder/embeddings-from-spec.js";
export type { EmbeddingsSource } from "./retrieval/index-folder/embeddings-from-spec.js";
export { learnedRanker } from "./retrieval/learned-ranker/learned-ranker.js";
export type { LearnedRankerOptions } from "./retrieval/learned-ranker/learned-ranker.js";
export { passageProbabilities, passageScorer } from "./retrieval/learned-ranker/passage-scorer.js";
export { readRankerFolds } from "./retrieval/learned-ranker/ranker-model.js";
export type { RankerModel } from "./retrieval/learned-ranker/ranker-model.js";
export { documentCompressorRanker, scoreOrder } from "./retrieval/rerank.js";
export type { DocumentCompressorLike } from "./retrieval/rerank.js";
export { passageFeatures } from "./retrieval/passage-features.js";
export type { PassageFeatureInput } from "./retrieval/passage-features.js";
export type { CandidateList } from "./retrieval/list-features.js";
export { PASSAGE_FEATURES, passageVector } from "./retrieval/passage-feature-table.js";
export type { PassageFeatureInfo, PassageFeatures } from "./retrieval/passage-feature-table.js";
export { passageFromDocument, unseenHits } from "./retrieval/passage-identity.js";
export { spanLinker, titleGazetteer } from "./retrieval/entities.js";
export { canonicalEntities, sameEntity } from "./retrieval/entity-names.js";
export { analyzerFor } from "./language/analyzer.js";
export type { Analyzer, Word } from "./language/analyzer.js";
export { LANGUAGES } from "./language/language.js";
export type { Language } from "./language/language.js";

// Questions and the sample world
export { questionSchema } from "./datasets/question.js";
export type { Question } from "./datasets/question.js";
export { groupBySupport, supportGroups } from "./datasets/groups.js";
export type { GroupedQuestion } from "./datasets/groups.js";
export { readCorpus } from "./datasets/read-corpus.js";
export { readQuestionFile } from "./datasets/read-question-file.js";
export type {
  QuestionFile,
  QuestionFileFormat,
  QuestionFileOptions,
} from "./datasets/read-question-file.js";
export { parseQuestionLine, readQuestions } from "./datasets/read-questions.js";
export {
  samplePassages,
  sampleQuestions,
  spanishSamplePassages,
  spanishSampleQuestions,
} from "./datasets/sample-world.js";

// Measuring and training
export { abstentionOutcome, summariseAbstentions } from "./evaluation/abstention.js";
export type { AbstentionOutcome, AbstentionSummary } from "./evaluation/abstention.js";
export {
  acceptedAnswers,
  answerScoring,
  normaliseAnswer,
  scoreAnswer,
} from "./evaluation/answer-scores.js";
export type { AnswerScore, AnswerScoring } from "./evaluation/answer-scores.js";
export { pairedBootstrap } from "./evaluation/bootstrap.js";
export type { PairedDifference } from "./evaluation/bootstrap.js";
export type { BootstrapOptions } from "./evaluation/resample-groups.js";
export { readChoices } from "./evaluation/choices.js";
export type { Choices } from "./evaluation/choices.js";
export { compareAtEqualPassages, compareAtEqualValue } from "./evaluation/compare-curves.js";
export type {
  CurveComparison,
  CurveComparisonInput,
  CurveComparisonOptions,
  CurveDifference,
  QuestionPoints,
} from "./evaluation/compare-curves.js";
export { pointAtPassages, pointAtValue } from "./evaluation/curve.js";
export type { Curve, CurvePoint, CurveReading } from "./evaluation/curve.js";
export { meanScore } from "./evaluation/mean-score.js";
export type { MeanScore } from "./evaluation/mean-score.js";
export { splitMethods } from "./evaluation/method-list.js";
export { KNOWN_PRICES, priceOf, readPrices, totalPrice } from "./evaluation/prices.js";
export type { PriceTable, TokenPrice } from "./evaluation/prices.js";
export { scoreQuestion } from "./evaluation/score-question.js";
export type { QuestionOutput, QuestionScore } from "./evaluation/score-question.js";
export { recallAt, scoreSupport } from "./evaluation/support-scores.js";
export type { SupportScore } from "./evaluation/support-scores.js";
export { binRows } from "./forest/train-bins.js";
export { trainBoosting, trainRanking } from "./forest/train-boosting.js";
export { trainForest } from "./forest/train-forest.js";
export { assignFolds } from "./datasets/folds.js";
