/** Which facts are emitted once they are established, and what a declaration states as facts of its own. */
import { registerFact, assetDeclaration } from '../../../schemas/facts.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { factOfKey } from '../fact.ts';

type Place = ReturnType<typeof factOfKey>;

/** A fact as it is emitted: its field and its value as RFC 8785 text. */
export interface StatedFact {
  readonly field: string;
  readonly value: string | null;
}

const chainFacts: ReadonlySet<string> = new Set(['supply', 'code', 'powers', 'paused', 'cap']);

/** Registers whose rows are about a token, and the register of legal entities. */
const tokenRegisters: ReadonlySet<string> = new Set([
  'register:esma-emtwp',
  'register:esma-artzz',
  'register:esma-other',
]);
const entityRegister = 'register:gleif-lei';

/** What an established value states; nothing where no reader needs it. `value` is RFC 8785 text. */
export function statedBy(place: Place, value: string | null): readonly StatedFact[] {
  const { subjectKind, subjectKey, field, sourceKey } = place;
  const itself = [{ field, value }];
  switch (subjectKind) {
    case 'asset':
      if (sourceKey === 'registry') return field === 'declaration' ? declared(value) : field === 'status' ? itself : [];
      if (subjectKey !== '') return field === 'check' ? itself : [];
      if (isSourceOf('chain', sourceKey)) return chainFacts.has(field) ? itself : [];
      return field === 'report' || fieldOf(field) !== undefined ? itself : [];
    case 'authority':
      return field === 'authority' ? itself : [];
    case 'register_row':
      return isOfRow(sourceKey, value) ? itself : [];
    default:
      return [];
  }
}

function declared(value: string | null): readonly StatedFact[] {
  if (value === null) return [];
  const { asset, registeredAt } = storedValue(value, assetDeclaration);
  const sources = asset.sources.map(({ sourceId, url, kind }) => ({ sourceId, url, kind }));
  return [
    { field: 'registered_at', value: canonicalJson(registeredAt) },
    { field: 'sources', value: canonicalJson(sources) },
    { field: 'regimes', value: canonicalJson([...asset.regimes].sort()) },
  ];
}

/** Rows that name the token itself, and entries of legal entities: with their roles, and the status of their LEI. */
function isOfRow(sourceKey: string, value: string | null): boolean {
  const isOfEntity = sourceKey === entityRegister;
  if (!isOfEntity && !tokenRegisters.has(sourceKey)) return false;
  if (value === null) return !isOfEntity;
  const read = storedValue(value, registerFact);
  if (!isOfEntity) return read.matchedBy === 'identifier';
  return 'meaning' in read ? read.meaning === 'lei_status' : read.roles !== undefined;
}
