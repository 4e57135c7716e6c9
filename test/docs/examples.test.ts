import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { docCommentBlocks, markdownBlocks } from "./code-blocks.js";
import { checkBlocks } from "./type-check.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Forgets an await, as an example of ours once did. */
const WRONG = {
  place: "a wrong example",
  code: `import { buildLexicalIndex, createDynaKrag } from "dynakrag";
createDynaKrag({ retriever: buildLexicalIndex([]) });`,
};
/** What we promise nobody, since it leads to no public name. */
const INWARD = {
  place: "an example that reaches into the package",
  code: `import { createDynaKrag } from "dynakrag/src/graph/create-dynakrag.js";`,
};

const readme = markdownBlocks(ROOT, "README.md");
const examples = docCommentBlocks(ROOT, "src");
const { problemsOf } = checkBlocks(ROOT, [...readme, ...examples, WRONG, INWARD]);

describe("the examples of the documentation", () => {
  it("are found where they are known to stand", () => {
    expect(readme.length).toBeGreaterThan(0);
    const files = new Set(examples.map(({ place }) => place.replace(/:\d+$/, "")));
    expect(files).toContain("src/graph/create-dynakrag.ts");
    expect(files).toContain("src/testing/scripted-generator.ts");
  });

  it.each([...readme, ...examples].map((block) => [block.place, block] as const))(
    "compile: %s",
    (_place, block) => {
      expect(problemsOf(block)).toEqual([]);
    },
  );

  it("are told apart from wrong ones", () => {
    expect(problemsOf(WRONG).join()).toMatch(/Promise<LexicalIndex>/);
    expect(problemsOf(INWARD).join()).toMatch(/Cannot find module/);
  });
});
