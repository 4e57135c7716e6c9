import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isFileName, localFolder } from "../../../src/retrieval/sealed-folder/local-path.js";
import { errorOf } from "../world.js";

describe("paths of folders", () => {
  test.each(["index", "./a/b", "../shared/index", "/tmp/x", "my index", "1.5"])(
    "%s is a path on this machine",
    (path) => {
      expect(localFolder(path)).toBe(resolve(path));
    },
  );

  test.each([
    "http://169.254.169.254/x",
    "HTTPS://example.com/index",
    "file:///etc/passwd",
    "file:/etc/passwd",
    "s3://bucket/index",
    "data:text/plain,x",
    "//host/share",
    "\\\\host\\share",
  ])("SE-5: %s looks like a URL and is refused", async (path) => {
    const error = await errorOf(() => localFolder(path), "UNSAFE_PATH");
    expect(error.message).not.toContain(path);
  });

  test.each(["a\0b", ...(process.platform === "win32" ? [] : ["C:\\x", "c:/x"])])(
    "SE-4: %j is refused",
    async (path) => {
      await errorOf(() => localFolder(path), "UNSAFE_PATH");
    },
  );

  test.each(["", "  ", undefined, 7])("%j is no path", async (path) => {
    await errorOf(() => localFolder(path as string), "INVALID_INPUT");
  });
});

test.each([
  ["vectors.f32", true],
  ["passages.jsonl", true],
  ["../secret.bin", false],
  ["..", false],
  [".hidden", false],
  ["a/b", false],
  ["a\\b", false],
  ["C:x", false],
  ["a\0b", false],
  ["__proto__", false],
  ["", false],
  ["x".repeat(101), false],
])("SE-4: %j is the name of a file in the folder: %s", (name, expected) => {
  expect(isFileName(name)).toBe(expected);
});
