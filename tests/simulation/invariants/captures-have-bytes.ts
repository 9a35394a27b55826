import type { Codec } from '../../../schemas/codec.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { MemoryArtifacts } from '../ports/memory-artifacts.ts';
import { type Observer, partitions } from '../worlds/observer.ts';

interface WatchedWorld {
  readonly observer: Observer;
  readonly codec: Codec;
  readonly artifacts: MemoryArtifacts;
  /** Hashes of the files that the source has published; null where the program makes them of answers. */
  readonly published: ReadonlySet<string> | null;
}

/** Returns the check that the bytes of every capture are stored, and were published: call it at every commit. */
export function createCaptureCheck(
  simulation: Simulation,
  { observer, codec, artifacts, published }: WatchedWorld,
): () => void {
  const checkedUpTo = new Map<number, number>();
  const check = (partition: number): void => {
    const from = checkedUpTo.get(partition) ?? 0;
    for (const { offset, value } of observer.recordsOf('feed.captures', partition, from)) {
      checkedUpTo.set(partition, offset + 1);
      if (value === null) continue;
      const { captureId, artifacts: files } = codec.decode('feed.captures', value);
      for (const { sha256 } of files) {
        const violate = (what: string): void =>
          simulation.violate('captures-have-bytes', `capture ${captureId} names ${sha256}, ${what}`);
        if (!artifacts.has(sha256)) violate('whose bytes are not stored');
        if (published?.has(sha256) === false) violate('which the source never published');
      }
    }
  };
  return () => partitions.forEach(check);
}
