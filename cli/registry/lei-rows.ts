import { feeds } from '../../pipeline/publishers/feeds.ts';
import type { RegisterRow } from '../../schemas/generated/records.ts';
import type { ColumnMeaning } from '../../schemas/facts.ts';
import { compareTexts } from '../../schemas/values/compare-texts.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

/** What a listed row of a register states about the entity with an LEI. */
export interface LeiRow extends Pick<RegisterRow, 'register' | 'dtis' | 'ffgs'> {
  /** `<register>:<row id>`. */
  readonly place: string;
  /** The last cell of a meaning that is not empty: the country of the LEI stands behind the home member state. */
  readonly cell: (meaning: ColumnMeaning) => string | null;
}

/** Listed rows of registers about an LEI, as last read; the newest first. */
export async function rowsOfLei(engine: Pick<Engine, 'log' | 'codec'>, lei: string): Promise<readonly LeiRow[]> {
  const newest = new Map<string, RegisterRow>();
  for await (const { value } of readTopic(engine, 'register.rows')) {
    if (value?.lei === lei) newest.set(`${value.register}:${value.rowId}`, value);
  }
  return [...newest]
    .filter(([, { status }]) => status === 'listed')
    .sort(([one, a], [other, b]) => b.asOf - a.asOf || compareTexts(one, other))
    .map(([place, { register, dtis, ffgs, columns }]) => ({
      register,
      dtis,
      ffgs,
      place,
      cell: (meaning) => cellOf(register, columns, meaning),
    }));
}

/** The last cell of a meaning in a row of a register; null where none has text. */
export function cellOf(register: string, columns: RegisterRow['columns'], meaning: ColumnMeaning): string | null {
  const feed = feeds.get(register);
  const named = feed?.kind === 'register' ? feed.columns.filter((column) => column.meaning === meaning) : [];
  return named.map(({ name }) => (columns[name] ?? '').trim()).findLast((cell) => cell !== '') ?? null;
}
