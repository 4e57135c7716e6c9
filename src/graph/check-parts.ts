import { DynaKragError } from "../errors.js";
import type { DynaKragErrorCode } from "../errors.js";

interface Part {
  method: string;
  code: DynaKragErrorCode;
  remedy: string;
}

const PARTS: Readonly<Record<"policy" | "generator" | "llm" | "ranker", Part>> = {
  policy: {
    method: "rank",
    code: "INVALID_POLICY",
    remedy: "Give a policy by name, or an object with name and rank().",
  },
  generator: {
    method: "answer",
    code: "INVALID_INPUT",
    remedy: "Give a Generator; a chat model goes into llm.",
  },
  llm: {
    method: "invoke",
    code: "INVALID_INPUT",
    remedy: "Give a LangChain chat model, such as new ChatOpenAI().",
  },
  ranker: {
    method: "rank",
    code: "INVALID_INPUT",
    remedy:
      "Give an EvidenceRanker; documentCompressorRanker() makes one of a document compressor.",
  },
};

/**
 * Tells of a part that is mistaken for another when the graph is made, not after the first search.
 *
 * @throws DynaKragError `INVALID_POLICY` or `INVALID_INPUT` naming the part.
 */
export function checkParts(given: { readonly [Name in keyof typeof PARTS]?: unknown }): void {
  for (const [name, { method, code, remedy }] of Object.entries(PARTS)) {
    const part = given[name as keyof typeof PARTS];
    const isNamed = name === "policy" && typeof part === "string";
    if (part === undefined || isNamed || hasMethod(part, method)) continue;
    throw new DynaKragError({ code, message: `The ${name} has no method ${method}.`, remedy });
  }
}

function hasMethod(part: unknown, method: string): boolean {
  return (
    typeof part === "object" &&
    part !== null &&
    method in part &&
    typeof Reflect.get(part, method) === "function"
  );
}
