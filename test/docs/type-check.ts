import { join } from "node:path";
import ts from "typescript";
import type { CodeBlock } from "./code-blocks.js";

/** A program over code blocks and the public API, as a user's compiler would see them. */
export interface CheckedBlocks {
  program: ts.Program;
  /** What the compiler says of a block, one message a line. */
  problemsOf(block: CodeBlock): string[];
}

/**
 * Makes a program in which each block is a module of its own and `dynakrag` stands for the sources.
 * Unused names are allowed, because an example may show no more than how a value is made.
 */
export function checkBlocks(root: string, blocks: readonly CodeBlock[]): CheckedBlocks {
  const options = compilerOptions(root);
  const paths = new Map(blocks.map((block, at) => [block, join(root, `example-${at}.ts`)]));
  const codes = new Map(blocks.map((block) => [paths.get(block), `${block.code}\nexport {};\n`]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => codes.has(path) || disk.fileExists(path),
    readFile: (path) => codes.get(path) ?? disk.readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const code = codes.get(path);
      if (code === undefined) return disk.getSourceFile(path, language, ...rest);
      return ts.createSourceFile(path, code, language);
    },
  };
  const program = ts.createProgram([join(root, "src/index.ts"), ...paths.values()], options, host);
  return {
    program,
    problemsOf: (block) => {
      const file = program.getSourceFile(paths.get(block) ?? "");
      if (!file) throw new Error(`${block.place} is not in the program.`);
      return ts
        .getPreEmitDiagnostics(program, file)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
}

/** The project's own options, with the package's names led to its sources. */
function compilerOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return {
    ...options,
    declaration: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    paths: {
      dynakrag: [join(root, "src/index.ts")],
      "dynakrag/testing": [join(root, "src/testing/index.ts")],
    },
  };
}
