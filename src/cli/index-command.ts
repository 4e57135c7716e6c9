import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { LANGUAGES } from "../language/language.js";
import { embeddingsFromSpec } from "../retrieval/index-folder/embeddings-from-spec.js";
import { RETRIEVER_KINDS } from "../retrieval/index-folder/index-manifest.js";
import { saveIndexFolder } from "../retrieval/index-folder/save-index-folder.js";
import { progressBar } from "./progress-bar.js";
import { readDocuments } from "./read-documents.js";
import type { Command } from "./command.js";
import { wholeNumber } from "./whole-number.js";

const DEFAULT_CHUNK_SIZE = 1000;
const DEFAULT_CHUNK_OVERLAP = 100;

/** `dynakrag index`: builds an index folder from files. */
export const indexCommand: Command = async (args, signal) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string" },
      retriever: { type: "string", default: "lexical" },
      embeddings: { type: "string" },
      language: { type: "string", default: "english" },
      "chunk-size": { type: "string" },
      "chunk-overlap": { type: "string" },
      "id-field": { type: "string", default: "id" },
      "title-field": { type: "string", default: "title" },
      "text-field": { type: "string", default: "text" },
    },
  });
  const source = only("A file or folder", positionals);
  const out = only("--out DIR", values.out === undefined ? [] : [values.out]);
  const retriever = oneOf("--retriever", values.retriever, RETRIEVER_KINDS);
  const language = oneOf("--language", values.language, LANGUAGES);
  const chunking = {
    size: wholeNumber("--chunk-size", values["chunk-size"]) ?? DEFAULT_CHUNK_SIZE,
    overlap: wholeNumber("--chunk-overlap", values["chunk-overlap"]) ?? DEFAULT_CHUNK_OVERLAP,
  };
  const embeddings =
    retriever === "lexical" ? undefined : await embeddingsOf(values.embeddings, retriever);
  const fields = {
    id: values["id-field"],
    title: values["title-field"],
    text: values["text-field"],
  };
  const { passages, skipped: blank } = await readDocuments(source, { chunking, fields });
  const bar = progressBar("Indexing");
  try {
    const { manifest, skipped: left } = await saveIndexFolder(out, {
      passages,
      retriever,
      language,
      chunking,
      ...(embeddings ? { embeddings } : {}),
      onProgress: bar.update,
      signal,
    });
    bar.stop();
    const skipped = blank + left;
    const leftOut = skipped === 0 ? "" : `, ${skipped} blank or repeated ones left out`;
    process.stdout.write(
      `${manifest.count} passages${leftOut} → ${out} (${retriever}, ${language})\n`,
    );
  } finally {
    bar.stop();
  }
};

async function embeddingsOf(spec: string | undefined, retriever: string) {
  if (spec === undefined) {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: `--retriever ${retriever} needs embeddings.`,
      remedy: "Add --embeddings openai:MODEL or --embeddings ollama:MODEL.",
    });
  }
  return embeddingsFromSpec(spec, process.env);
}

function only(what: string, values: readonly string[]): string {
  const [value] = values;
  if (value !== undefined && value !== "" && values.length === 1) return value;
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: values.length > 1 ? "More than one file or folder is named." : `${what} is missing.`,
    remedy: "Call it like: dynakrag index my-folder --out my-index",
  });
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: `${option} does not know this value.`,
    remedy: `Use one of: ${allowed.join(", ")}.`,
  });
}
