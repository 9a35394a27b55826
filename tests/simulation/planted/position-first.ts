/** File, text and replacement: positions are committed before the state and the outputs that belong to them. */
export const positionFirst = [
  'infra/state/embedded.ts',
  'const appends = await environment.transaction(() => {',
  `await environment.transaction(() => {
        for (const { topic, partition, next } of commit.positions) positions.putSync([processor, topic, partition], next);
      });
      const appends = await environment.transaction(() => {`,
] as const;
