import type { RegistryReader } from '../../readmodel/memory/registry/index.ts';

/** Results of entries of batches, as JSON, by the JSON of the entry, and whole answers by the JSON of all entries. */
export interface BatchResults {
  readonly get: (entry: string) => string | undefined;
  /** Returns the result. */
  readonly keep: (entry: string, result: string) => string;
  readonly answer: (entries: string) => Buffer | undefined;
  /** Returns the answer. */
  readonly keepAnswer: (entries: string, answer: Buffer) => Buffer;
}

/** Some kilobytes each. */
const mostResults = 5_000;
const longestEntry = 300;
const longestResult = 8_192;
/** Of all answers and what they are kept by, bytes. */
const mostAnswerBytes = 16 * 1024 * 1024;

/** Caches until the next record arrives: clients send the same entries, and the same batches, again and again. */
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
  const byEntries = new Map<string, Buffer>();
  let answerBytes = 0;
  return {
    get: (entry) => byEntry.get(entry),
    keep: (entry, result) => {
      if (entry.length > longestEntry || result.length > longestResult) return result;
      if (byEntry.size >= mostResults) byEntry.clear();
      byEntry.set(entry, result);
      return result;
    },
    answer: (entries) => byEntries.get(entries),
    keepAnswer: (entries, answer) => {
      const size = 2 * entries.length + answer.length;
      if (size > mostAnswerBytes) return answer;
      if (answerBytes + size > mostAnswerBytes) {
        byEntries.clear();
        answerBytes = 0;
      }
      byEntries.set(entries, answer);
      answerBytes += size;
      return answer;
    },
  };
}
