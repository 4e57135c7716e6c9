declare module "wink-bm25-text-search" {
  interface WinkSearch {
    defineConfig(config: { fldWeights: Record<string, number> }): boolean;
    definePrepTasks(tasks: ((text: string) => string[])[]): number;
    addDoc(document: Record<string, string>, id: string): number;
    consolidate(): boolean;
    search(query: string, limit: number): [id: string, score: number][];
  }
  export default function createSearch(): WinkSearch;
}
