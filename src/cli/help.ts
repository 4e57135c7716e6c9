const INDEX_HELP = `dynakrag index <folder | file.jsonl | file.md | file.txt> --out DIR

Builds an index of passages. Text files are split; each line of a .jsonl file is one passage.

  --out DIR              where the index goes (required)
  --retriever KIND       lexical (default), vector or hybrid
  --embeddings SPEC      openai:MODEL or ollama:MODEL, for vector and hybrid
  --language LANG        english (default), spanish or none
  --chunk-size N         characters of a part of a text file (default 1000)
  --chunk-overlap N      characters that neighbouring parts share (default 100)
  --id-field NAME        field of a .jsonl line that holds the id (default id)
  --title-field NAME     ... the title (default title)
  --text-field NAME      ... the text (default text)
`;

const ASK_HELP = `dynakrag ask --index DIR "question"

Answers a question and shows every decision.

  --index DIR            an index made by "dynakrag index" (required)
  --policy NAME          rule (default), uniform, fixed-k; options as rule:gaps=1,check=0
  --generator NAME       embedded, or openai:MODEL (default: openai with OPENAI_API_KEY, else embedded)
  --max-steps N          operations at most, 1 to 10 (default 10)
  --max-retrievals N     acquisitions at most (default 4)
  --filter JSON          only passages whose metadata fields equal these
  --json                 print the whole result as JSON
`;

const EVALUATE_HELP = `dynakrag evaluate --questions FILE --corpus FILE --methods a,b

Runs methods over questions with gold answers and compares them, with 95 % intervals.

  --questions FILE       one question a line, or an official file of HotpotQA, 2WikiMultiHopQA or
                         MuSiQue; may be repeated
  --corpus FILE          one passage a line, searched by BM25; or
  --index DIR            an index made by "dynakrag index" (default: what official files bring)
  --aliases FILE         id_aliases.json of 2WikiMultiHopQA
  --methods LIST         such as rule,fixed-k:k=6,uniform:cap=2,oracle; a bare name is the frozen
                         choice; cap, steps, tokens, lambda, preview, judge, compression are
                         options of every method
  --curve                run each method over its stopping knob too: comparisons at equal passages
  --generator NAME       embedded (default), or openai:MODEL
  --policy-file FILE     a policy artefact, run as the method dynakrag
  --folds FILE           train questions: choices, and with --fold-models FILE verdicts, out of fold
  --choices FILE         frozen choices (default: those of the package)
  --limit N --seed S     N questions, drawn with the seed (default: all, 13)
  --workers N            threads, each with its own index (default 0: this one)
  --concurrency N        questions at a time in each thread (default 1)
  --max-tokens N, --max-cost X   end the batch there; the same command goes on
  --prices FILE          {"model": {"inputPerMillion": 0.15, "outputPerMillion": 0.6}}
  --out DIR              predictions and summary.json; an interrupted run goes on from it
  --dry-run              estimate the tokens and stop
  --json                 print summary.json
`;

const CHOOSE_HELP = `dynakrag choose DIR... --out FILE

Chooses the settings that bare method names stand for, by grouped cross-validation on train
questions. Each DIR has questions.train.jsonl and corpus.jsonl.

  --out FILE             the frozen choices, such as policies/choices.json (required)
  --folds FILE           folds of the questions (default policies/folds.json)
  --fold-models FILE     embedded models by fold (default policies/offline-folds.json)
  --run-dir DIR          keep predictions there, to go on after an interruption
  --limit N              the first N questions of each set
  --workers N            threads (default 0: this one)
`;

const COLLECT_HELP = `dynakrag collect DIR... --out FILE

Collects what every operation does in every state of the acquisition tree of train questions: what a
controller learns from. Each DIR has questions.train.jsonl and corpus.jsonl.

  --out FILE             one state a line (required); an interrupted run goes on from it
  --folds FILE           folds of the questions (default policies/folds.json)
  --fold-models FILE     embedded models by fold (default policies/offline-folds.json)
  --limit N              the first N questions of each set
  --workers N            threads (default 2)
  --seed N               draws the verdicts that are replaced (default 13)
`;

const DEMO_HELP = `dynakrag demo

Answers three sample questions about a made-up world, without a key or a network.

  --questions N          how many (default 3)
`;

const BY_COMMAND: Readonly<Record<string, string>> = {
  index: INDEX_HELP,
  ask: ASK_HELP,
  evaluate: EVALUATE_HELP,
  choose: CHOOSE_HELP,
  collect: COLLECT_HELP,
  demo: DEMO_HELP,
};

/** The page that stands for all commands. */
export const HELP = `dynakrag: multi-hop question answering that shows its decisions

${INDEX_HELP}
${ASK_HELP}
${EVALUATE_HELP}
${CHOOSE_HELP}
${COLLECT_HELP}
${DEMO_HELP}
Environment: OPENAI_API_KEY, OPENAI_BASE_URL, DYNAKRAG_MODEL, DYNAKRAG_JUDGE_MODEL.
Exit codes: 0 done, 1 failed, 2 wrong usage or input, 130 interrupted.
`;

/** The page of one command. */
export function helpOf(command: string): string {
  return BY_COMMAND[command] ?? HELP;
}
