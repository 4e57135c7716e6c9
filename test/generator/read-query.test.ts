import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyReply, type ReplyEnd } from "../../src/generator/chat-reply.js";
import { readQuery } from "../../src/generator/read-query.js";

function read(text: string, end: ReplyEnd = "stop"): string {
  return readQuery({ ...emptyReply(end), text });
}

describe("readQuery", () => {
  test.each([
    ["Fritz Lang birthplace", "Fritz Lang birthplace"],
    ["\n\n  Fritz Lang   birthplace\nThis query finds it.", "Fritz Lang birthplace"],
    ['"Fritz Lang birthplace"', "Fritz Lang birthplace"],
    ["“Fritz Lang birthplace”", "Fritz Lang birthplace"],
    ["Query: Fritz Lang birthplace", "Fritz Lang birthplace"],
    ["New query: `Fritz Lang birthplace`", "Fritz Lang birthplace"],
    ["**Search query:** Fritz Lang birthplace", "Fritz Lang birthplace"],
    ["Query:\nFritz Lang birthplace", "Fritz Lang birthplace"],
    ["- Fritz Lang birthplace", "Fritz Lang birthplace"],
    ["1. Fritz Lang birthplace", "Fritz Lang birthplace"],
    ["```\nFritz Lang birthplace\n```", "Fritz Lang birthplace"],
    ["Consulta: lugar de nacimiento de Fritz Lang", "lugar de nacimiento de Fritz Lang"],
    ["   \n ", ""],
  ])("%j is %j", (text, query) => expect(read(text)).toBe(query));

  test.each(['"Weird Al" Yankovic', "Crosby, Stills & Nash", "O'Brien", "1984. A novel", "2046"])(
    "HP-5: the name %j stays as it is",
    (name) => expect(read(name)).toBe(name),
  );

  test.each(["length", "refusal", "content_filter", "tool_calls", "context_overflow"] as const)(
    "a reply that ended by %s is no query",
    (end) => expect(read("I am sorry", end)).toBe(""),
  );

  test("is always one line of at most 200 characters without blanks around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const query = read(text);
        expect(query.length).toBeLessThanOrEqual(200);
        expect(query).not.toContain("\n");
        expect(query).toBe(query.trim());
      }),
    );
  });

  test("a long one ends between words, where there are some", () => {
    const query = read("word ".repeat(100));
    expect(query).toBe("word ".repeat(40).trim());
    expect(read("東".repeat(300))).toBe("東".repeat(200));
  });
});
