import type { CallOptions, Generator, Reply, TaskInput } from "../generator/generator.js";
import type { GeneratorTask, TaskInputs, TaskValues } from "../generator/tasks.js";
import type { EvidenceRetriever, RetrievalHit } from "../retrieval/evidence-retriever.js";

/** Where replies are kept between the methods of one question; a file keeps them between runs. */
export interface ReplyStore {
  get(key: string): unknown;
  set(key: string, reply: unknown): void;
}

/**
 * A generator whose replies are kept: methods that ask the same thing of the same evidence share
 * the call. The reply carries its usage, so a call answered from the store counts like the first.
 * A call that fails is not kept. Calls that are under way are shared too.
 */
export function sharedGenerator(generator: Generator, store: ReplyStore): Generator {
  const open = new Map<string, Promise<unknown>>();
  const keep = async <T>(key: string, call: Promise<T>): Promise<T> => {
    try {
      const reply = await call;
      store.set(key, reply);
      return reply;
    } finally {
      open.delete(key);
    }
  };
  const ask = <T extends GeneratorTask>(
    task: T,
    input: TaskInputs[T],
    options?: CallOptions,
  ): Promise<Reply<TaskValues[T]>> => {
    const key = callKey(task, input);
    const known = store.get(key) ?? open.get(key);
    if (known !== undefined) return known as Promise<Reply<TaskValues[T]>>;
    const call = generator[task] as (
      input: TaskInputs[T],
      options?: CallOptions,
    ) => Promise<Reply<TaskValues[T]>>;
    const reply = keep(key, call.call(generator, input, options));
    open.set(key, reply);
    return reply;
  };
  return {
    name: generator.name,
    kind: generator.kind,
    answer: async (input, options) => ask("answer", input, options),
    judge: async (input, options) => ask("judge", input, options),
    gapQuery: async (input, options) => ask("gapQuery", input, options),
    rewrite: async (input, options) => ask("rewrite", input, options),
    compress: async (input, options) => ask("compress", input, options),
  };
}

/** What a call depends on: its input, the passages by id. */
function callKey(task: GeneratorTask, { evidence, ...input }: TaskInput): string {
  return JSON.stringify([task, evidence.map(({ id }) => id), input]);
}

/**
 * A retriever whose lists are kept: the methods of one question make many searches twice. How many
 * searches a method made is counted by the operations, so nothing becomes cheaper on paper. A
 * shorter list is the beginning of a longer one. Searches with a filter are passed on.
 */
export function sharedRetriever(retriever: EvidenceRetriever): EvidenceRetriever {
  const lists = new Map<string, { k: number; hits: RetrievalHit[] }>();
  return {
    name: retriever.name,
    version: retriever.version,
    searchCost: retriever.searchCost,
    language: retriever.language,
    entities: retriever.entities,
    ...(retriever.termWeight && {
      termWeight: (term: string) => retriever.termWeight?.(term) ?? 1,
    }),
    search: async (query, options) => {
      if (options.filter !== undefined) return retriever.search(query, options);
      const known = lists.get(query);
      if (known && (known.k >= options.k || known.hits.length < known.k)) {
        return known.hits.slice(0, options.k);
      }
      const hits = await retriever.search(query, options);
      lists.set(query, { k: options.k, hits });
      return hits;
    },
  };
}
