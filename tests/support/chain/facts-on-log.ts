import { createCodec } from '../../../schemas/codec.ts';
import { subjectOf } from '../../../schemas/topics.ts';
import { rawRecords, withEngine } from '../raw-log.ts';

/** Values of a fact of an asset in the order of the log, while a service may run. */
export const factsOnLog = (directory: string, assetId: string, field: string): Promise<readonly string[]> =>
  withEngine(directory, async (engine) => {
    const subject = new Map([['observations', subjectOf('attestry.', 'observations')]] as const);
    const codec = await createCodec(engine.schemas, subject, () => 0);
    const records = await rawRecords(engine, 'observations');
    return records.flatMap(({ value }) => {
      const observation = value === null ? null : codec.decode('observations', value);
      return observation?.assetId === assetId && observation.field === field ? [observation.value ?? 'null'] : [];
    });
  });
