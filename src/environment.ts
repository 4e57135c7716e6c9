/** Where keys, addresses and names are read from: `process.env`, or a stand-in for it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable; one that is set to nothing counts as not set. */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}
