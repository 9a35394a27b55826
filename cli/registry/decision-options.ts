import { UsageError } from '../../infra/errors.ts';
import { parseEvidence } from '../../schemas/values/evidence-reference.ts';
import type { Vouching } from '../../schemas/generated/records.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

export interface DecisionOptions {
  readonly by?: string;
  readonly why?: string;
  readonly evidence?: readonly string[];
}

/** Who decides and why. Throws UsageError where a part is missing, or a row of a register does not exist. */
export async function vouchingOf(
  engine: Pick<Engine, 'log' | 'codec'>,
  { by, why, evidence = [] }: DecisionOptions,
): Promise<Vouching> {
  if (by === undefined || why === undefined) {
    throw new UsageError('--by names who decides, and --why the reason; both are public');
  }
  const rows = evidence.flatMap((text) => {
    const reference = parseEvidence(text);
    return reference?.kind === 'register' ? [`${reference.feed}:${reference.rowId}`] : [];
  });
  const missing = new Set(rows);
  if (missing.size > 0) {
    for await (const { value } of readTopic(engine, 'register.rows')) {
      if (value !== null) missing.delete(`${value.register}:${value.rowId}`);
    }
  }
  const [row] = missing;
  if (row !== undefined) throw new UsageError(`--evidence register:${row}: no register row has this id`);
  return { by, why, evidence };
}
