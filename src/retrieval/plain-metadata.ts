import type { JsonObject, JsonValue } from "../state/evidence.js";

/** Nested deeper than this, a value is left out. */
export const METADATA_DEPTH = 8;
/** Values beyond this many, over all levels, are left out. */
export const METADATA_VALUES = 1_000;

/** Keys that would reach an object's prototype where somebody copies the metadata. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

// NUL breaks PostgreSQL; half a surrogate pair is no text and breaks UTF-8.
const NO_TEXT =
  // eslint-disable-next-line no-control-regex -- NUL is what is looked for
  /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text without NUL characters and unpaired surrogates. */
export function cleanText(text: string): string {
  return text.replace(NO_TEXT, "");
}

/**
 * Turns any metadata into plain JSON, so that a checkpoint gives back what was put in:
 * Date → ISO string; NaN, ±Infinity and an invalid Date → null; BigInt → string; class instances
 * → their own fields. Left out: undefined, functions, symbols, binary data, cycles, the keys
 * `__proto__`, `constructor` and `prototype`, and what lies beyond {@link METADATA_DEPTH} levels or
 * {@link METADATA_VALUES} values. `false`, `0` and `""` stay.
 */
export function cleanMetadata(metadata: unknown): JsonObject {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return {};
  const cleaned = cleanValue(metadata, { ancestors: new Set(), left: METADATA_VALUES });
  return isJsonObject(cleaned) ? cleaned : {};
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What one cleaning has to remember on its way down. */
interface Descent {
  /** The objects above the present one: meeting one of them again is a cycle. */
  ancestors: Set<object>;
  /** How many values may still be taken. */
  left: number;
}

function cleanValue(value: unknown, descent: Descent): JsonValue | undefined {
  switch (typeof value) {
    case "string":
      return cleanText(value);
    case "boolean":
      return value;
    case "number":
      // JSON has no -0 either.
      return Number.isFinite(value) ? value + 0 : null;
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : cleanObject(value, descent);
    default:
      return undefined;
  }
}

function cleanObject(value: object, descent: Descent): JsonValue | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return undefined;
  const { ancestors } = descent;
  if (ancestors.has(value) || ancestors.size >= METADATA_DEPTH) return undefined;
  ancestors.add(value);
  const cleaned = Array.isArray(value) ? cleanArray(value, descent) : cleanFields(value, descent);
  ancestors.delete(value);
  return cleaned;
}

function cleanArray(values: readonly unknown[], descent: Descent): JsonValue[] {
  const cleaned: JsonValue[] = [];
  for (const value of values) {
    if (descent.left <= 0) break;
    descent.left -= 1;
    const item = cleanValue(value, descent);
    if (item !== undefined) cleaned.push(item);
  }
  return cleaned;
}

function cleanFields(fields: object, descent: Descent): JsonObject {
  const cleaned: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) {
    if (descent.left <= 0) break;
    const name = cleanText(key);
    if (UNSAFE_KEYS.has(name)) continue;
    descent.left -= 1;
    const field = cleanValue(value, descent);
    if (field !== undefined) cleaned[name] = field;
  }
  return cleaned;
}
