import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A file that breaks a rule, the file it reaches for, and the rule that must say so. */
const SEEDED: [from: string, to: string, rule: string][] = [
  ["src/policy/seeded.ts", "src/generator/target.ts", "deciding-is-pure"],
  ["src/validity/seeded.ts", "src/graph/target.ts", "deciding-is-pure"],
  ["src/actions/seeded.ts", "src/policy/target.ts", "actions-do-not-choose"],
  ["src/graph/seeded.ts", "src/datasets/target.ts", "no-gold-at-inference"],
  ["src/policy/other.ts", "src/datasets/target.ts", "no-gold-at-inference"],
  ["src/generator/seeded.ts", "src/retrieval/target.ts", "generator-and-retrieval-are-strangers"],
  ["src/retrieval/seeded.ts", "src/actions/target.ts", "retrieval-below-actions"],
  ["src/state/seeded.ts", "src/actions/target.ts", "state-is-the-bottom"],
  ["src/forest/seeded.ts", "src/state/forest-target.ts", "forest-is-a-room-of-its-own"],
  ["src/baselines/seeded.ts", "src/policy/learned.ts", "baselines-see-the-contract-only"],
  ["graphs/seeded.ts", "src/graph/target.ts", "entry-points-see-the-public-api"],
];

describe("the layer check", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "layers-"));
    await cp(join(ROOT, ".dependency-cruiser.cjs"), join(folder, ".dependency-cruiser.cjs"));
    await cp(join(ROOT, "tsconfig.json"), join(folder, "tsconfig.json"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const [from, to] of SEEDED) {
      const up = "../".repeat(from.split("/").length - 1);
      await put(join(folder, to), "export const target = 1;\n");
      await put(
        join(folder, from),
        `import { target } from "${up}${to.replace(/\.ts$/, ".js")}";\nexport const seeded = target;\n`,
      );
    }
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("refuses every seeded violation by the name of its rule", async () => {
    const cruiser = join(
      ROOT,
      "node_modules",
      "dependency-cruiser",
      "bin",
      "dependency-cruise.mjs",
    );
    const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "src", "graphs"];
    const { stdout } = await run(process.execPath, [cruiser, ...args], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    const report = JSON.parse(stdout) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[] };
    };
    const found = report.summary.violations.map(({ from, to, rule }) => [from, to, rule.name]);
    for (const violation of SEEDED) expect(found).toContainEqual(violation);
  });

  it("finds none in this package", async () => {
    const cruiser = join(
      ROOT,
      "node_modules",
      "dependency-cruiser",
      "bin",
      "dependency-cruise.mjs",
    );
    const args = ["--config", ".dependency-cruiser.cjs", "src", "graphs"];
    const { stdout } = await run(process.execPath, [cruiser, ...args], { cwd: ROOT });
    expect(stdout).toContain("no dependency violations found");
  });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
