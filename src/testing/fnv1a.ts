const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** The 32-bit FNV-1a hash of a text, from 0 on. */
export function fnv1a(text: string): number {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME);
  return hash >>> 0;
}
