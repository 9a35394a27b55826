import type { PlantedFault } from './planted-fault.ts';

const fault = (name: string, what: string, file: string, find: string, replace: string): PlantedFault => ({
  name,
  world: 'feeds',
  what,
  within: 200,
  edits: [{ file, find, replace }],
});

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
  fault(
    'capture-read-halfway',
    'the position of a fold is committed before its outputs',
    'infra/state/embedded.ts',
    'const appends = await environment.transaction(() => {',
    `await environment.transaction(() => {
        for (const { topic, partition, next } of commit.positions) positions.putSync([processor, topic, partition], next);
      });
      const appends = await environment.transaction(() => {`,
  ),
  fault(
    'unchanged-without-bytes',
    'the newest file counts as unchanged whatever the source answers',
    'pipeline/publishers/snapshot.ts',
    "if (result.kind === 'not_modified') {",
    "if (result.kind === 'not_modified' || (earlier !== null && published.files.length === 1)) {",
  ),
];
