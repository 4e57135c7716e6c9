/** One command of the program; results go to standard output. */
export type Command = (args: string[], signal: AbortSignal) => Promise<void>;
