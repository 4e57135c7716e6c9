import { readFileSync } from "node:fs";
import { z } from "zod";

const packageSchema = z.object({ version: z.string() });

/** The version of this package, from its package.json. */
export function packageVersion(): string {
  const path = new URL("../package.json", import.meta.url);
  return packageSchema.parse(JSON.parse(readFileSync(path, "utf8"))).version;
}
