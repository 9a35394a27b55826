import type { RegistryReader } from '../../readmodel/memory/registry/index.ts';

/** Results of entries of batches, as JSON, by the JSON of the entry. */
export interface BatchResults {
  readonly get: (entry: string) => string | undefined;
  /** Returns the result. */
  readonly keep: (entry: string, result: string) => string;
}

/** Some kilobytes each. */
const mostResults = 5_000;
const longestEntry = 300;
const longestResult = 8_192;

/** Caches results until the next record arrives: clients send the same entries again and again. */
export function createResultCache(registry: Pick<RegistryReader, 'version'>): {
  /** Call before the records are read: what is read later is not older. */
  readonly current: () => BatchResults;
} {
  let version = -1;
  let results = createResults();
  return {
    current: () => {
      if (version !== registry.version()) {
        version = registry.version();
        results = createResults();
      }
      return results;
    },
  };
}

function createResults(): BatchResults {
  const byEntry = new Map<string, string>();
  return {
    get: (entry) => byEntry.get(entry),
    keep: (entry, result) => {
      if (entry.length > longestEntry || result.length > longestResult) return result;
      if (byEntry.size >= mostResults) byEntry.clear();
      byEntry.set(entry, result);
      return result;
    },
  };
}
