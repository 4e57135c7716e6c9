import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { usableSnippets } from "../../src/actions/compress-answer-evidence.js";
import { escapeMarkup, restoreMarkup } from "../../src/generator/prompts/passages.js";
import { readExtracts } from "../../src/generator/structured-output.js";
import { emptyReply } from "../../src/generator/chat-reply.js";

const PIECES = ["<", "&", "&lt;", "&amp;", "&amp;lt;", "amp;", "lt;", "b>", "/passage>", " ", "a"];
const page = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(""));

/** What a model that copies word for word what it was shown replies, as it is read. */
function copied(pageContent: string) {
  const text = escapeMarkup(pageContent);
  const reply = JSON.stringify({ snippets: [{ passage: 1, text }] });
  const evidence = [{ id: "p", pageContent, metadata: {} }];
  return { evidence, snippets: readExtracts({ ...emptyReply("stop"), text: reply }, evidence) };
}

describe("markup in pages", () => {
  test("what is escaped comes back as it was, entities of the page included", () => {
    fc.assert(
      fc.property(page, (text) => {
        expect(restoreMarkup(escapeMarkup(text))).toBe(text);
      }),
    );
    expect(escapeMarkup("a &lt;b> and <b>")).toBe("a &amp;lt;b> and &lt;b>");
  });

  test("no escaped text holds a tag", () => {
    fc.assert(
      fc.property(page, (text) => {
        expect(escapeMarkup(text)).not.toMatch(/<\/?[a-z]/i);
      }),
    );
  });

  test("a snippet copied from any page is an extract of that page", () => {
    fc.assert(
      fc.property(page, (text) => {
        fc.pre(text.trim() !== "");
        const { evidence, snippets } = copied(text);
        expect(snippets).toEqual([{ passageId: "p", text: text.trim() }]);
        expect(usableSnippets({ evidence }, snippets, "snippets")).toEqual(snippets);
      }),
    );
  });

  test("a model that writes the plain character instead of the entity has copied too", () => {
    const evidence = [{ id: "p", pageContent: "Use &lt;b> for bold.", metadata: {} }];
    for (const text of ["Use <b> for bold.", "Use &lt;b> for bold.", "Use &amp;lt;b> for bold."]) {
      const snippets = [{ passageId: "p", text }];
      expect(usableSnippets({ evidence }, snippets, "snippets")).toEqual(snippets);
    }
  });
});
