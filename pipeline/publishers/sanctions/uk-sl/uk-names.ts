import type { ListedName } from '../../../../schemas/generated/records.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { distinctNames } from '../entry-lists.ts';
import { lineOf } from '../line-of.ts';
import { namePartColumns, type UkColumns } from './uk-layout.ts';
import type { UkRow } from './uk-table.ts';
import { splitValues } from './uk-values.ts';

/** Names of an entry from its rows: the primary name, its spellings, aliases, and the same in other scripts. */
export function readUkNames(
  entryId: string,
  rows: readonly UkRow[],
  { nameType, aliasStrength, nonLatinName }: UkColumns,
  alarms: AlarmList,
): readonly ListedName[] {
  const names: ListedName[] = [];
  for (const row of rows) {
    const name = lineOf(namePartColumns.map((column) => row(column)).join(' '));
    const type = lineOf(row(nameType)).toLowerCase();
    const kind = nameKinds.get(type);
    if (kind === undefined && name !== '') {
      alarms.add('unknown name types', `Entry ${entryId} has a name of the unknown type ${shown(row(nameType))}.`);
    }
    const weak = isWeak(row(aliasStrength), entryId, alarms);
    names.push({ name, kind: kind ?? 'alias', weak });
    for (const other of splitValues(row(nonLatinName))) names.push({ name: other, kind: 'alias', weak: false });
  }
  const distinctOnes = distinctNames(names);
  if (distinctOnes[0]?.kind !== 'primary') {
    const what = distinctOnes.length === 0 ? 'no name' : 'no primary name';
    alarms.add('entries without a primary name', `Entry ${entryId} has ${what}.`);
  }
  return distinctOnes;
}

/**
 * Keys in lower case, since the lists vary the case. Until 2022 the consolidated list called a primary name "Prime
 * Alias".
 */
const nameKinds: ReadonlyMap<string, Term<'listedNameKind'>> = new Map([
  ['primary name', 'primary'],
  ['prime alias', 'primary'],
  ['primary name variation', 'alias'],
  ['alias', 'alias'],
  ['aka', 'alias'],
  ['a.k.a', 'alias'],
  ['fka', 'previous'],
  ['f.k.a', 'previous'],
]);

function isWeak(cell: string, entryId: string, alarms: AlarmList): boolean {
  const strength = cell.trim().toLowerCase();
  if (strength === '' || strength.startsWith('good')) return false;
  if (!strength.startsWith('low')) {
    alarms.add('unknown alias strengths', `Entry ${entryId} has an alias of the unknown strength ${shown(cell)}.`);
  }
  return strength.startsWith('low');
}
