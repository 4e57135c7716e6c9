import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** A file that unpacks to more than this is no model of ours. */
const MOST_BYTES = 64 * 1024 * 1024;

/** JSON, compressed and in base64: how models stand in modules and fold files. */
export function packJson(value: unknown): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(JSON.stringify(value), { params }).toString("base64");
}

/** @throws Error where it is not what {@link packJson} gave, or unpacks to more than 64 MiB. */
export function unpackJson(packed: string): unknown {
  const bytes = brotliDecompressSync(Buffer.from(packed, "base64"), {
    maxOutputLength: MOST_BYTES,
  });
  return JSON.parse(bytes.toString("utf8"));
}
