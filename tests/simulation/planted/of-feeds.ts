import { positionFirst } from './position-first.ts';
import { type PlantedFault, plantedIn } from './planted-fault.ts';

const fault = plantedIn('feeds', 200);

/** Versions of a file that are lost, or that nothing can be shown for. */
export const faultsOfFeeds: readonly PlantedFault[] = [
  fault(
    'capture-before-bytes',
    'a capture is appended before its bytes are stored',
    'pipeline/publishers/snapshot.ts',
    'result.kept ?? (await artifacts.put(result.bytes));',
    `result.kept ?? {
        sha256: (await import('node:crypto')).createHash('sha256').update(result.bytes).digest('hex'),
        bytes: result.bytes.length,
      };
    if (result.kept === undefined) artifacts.put(result.bytes).catch(() => undefined);`,
  ),
  fault(
    'publisher-gives-up',
    'the loop of a feed ends with its first failure',
    'pipeline/publishers/schedule.ts',
    'failures = problem === null ? 0 : failures + 1;',
    'if (problem !== null) return;\n    failures = 0;',
  ),
  fault('capture-read-halfway', 'the position of a fold is committed before its outputs', ...positionFirst),
  fault(
    'unchanged-without-bytes',
    'the newest file counts as unchanged whatever the source answers',
    'pipeline/publishers/snapshot.ts',
    "if (result.kind === 'not_modified') {",
    "if (result.kind === 'not_modified' || (earlier !== null && published.files.length === 1)) {",
  ),
];
