import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts.ts';
import type { RecordIssuer } from '../../../schemas/generated/records.ts';
import { countryText } from '../../labels/countries.ts';
import { wordOf } from '../../labels/words.ts';
import { sourceName, type SourceName } from '../../labels/sources.ts';
import { dayOf } from '../../labels/dates.ts';
import { fieldInPath } from '../statements/statement-view.ts';
import type { Statement } from '../statements/queries.ts';

/** A value about an entity, with what states it. */
export interface SourcedFact {
  readonly name: string;
  readonly text: string;
  readonly source: string;
  /** Since when the source states it, milliseconds; null where that is not known. */
  readonly at: number | null;
  /** Where the observation is shown; null where the tables have none. */
  readonly path: string | null;
}

/** Cells of registers that describe an entity, in the order in which they are shown. */
const shownCells: Partial<Readonly<Record<RegisterColumnValue['meaning'], string>>> = {
  legal_name: 'Legal name',
  lei_status: 'LEI status',
  entity_status: 'Status of the entity',
  authorisation_kind: 'Kind of authorisation',
  authorisation_date: 'Authorised since',
  authorisation_end: 'Authorised until',
  country: 'Home country',
  authority: 'Supervised by',
};

/**
 * What the registry declares of an issuer, and what registers state of it, each with its source and day.
 * @param pathOf path of the page of the token that a statement is about
 */
export function issuerFacts(
  issuer: RecordIssuer,
  statements: readonly Statement[],
  sources: readonly SourceName[],
  pathOf: (assetId: string) => string,
): readonly SourcedFact[] {
  return [...declaredFacts(issuer, statements, pathOf), ...registerFacts(statements, sources, pathOf)];
}

function declaredFacts(
  issuer: RecordIssuer,
  statements: readonly Statement[],
  pathOf: (assetId: string) => string,
): readonly SourcedFact[] {
  const declaration = statements.find(({ kind, subjectKey }) => kind === 'party' && subjectKey === issuer.partyId);
  const check = statements.find(({ kind }) => kind === 'issuer');
  const fact = (name: string, text: string, statement: Statement | undefined, at: number | null): SourcedFact => ({
    name,
    text,
    source: 'This registry',
    at,
    path: statement === undefined ? null : historyPath(statement, pathOf),
  });
  const declared = (name: string, text: string | null): readonly SourcedFact[] =>
    text === null ? [] : [fact(name, text, declaration, declaration?.since ?? null)];
  const business = issuer.kybVerified ? (issuer.kybAt === null ? 'Passed, date not stated' : 'Passed') : 'Not verified';
  return [
    ...declared('Declared name', issuer.legalName ?? issuer.name),
    ...declared('LEI', issuer.lei),
    ...declared('Country', issuer.country === null ? null : countryText(issuer.country)),
    fact('Identity (KYI)', wordOf('kyiStatus', issuer.kyiStatus), check, issuer.kyiAt),
    fact('Business (KYB)', business, declaration, issuer.kybAt),
  ];
}

/** Of rows that registers have now; a value that several rows state alike is shown once. */
function registerFacts(
  statements: readonly Statement[],
  sources: readonly SourceName[],
  pathOf: (assetId: string) => string,
): readonly SourcedFact[] {
  const rows = statements.filter(
    (one) => one.kind === 'register_row' && one.field === 'listed' && isOfIssuer(one.value),
  );
  const own = new Set(rows.map(rowOf));
  const found = new Map<string, SourcedFact>();
  for (const [meaning, name] of Object.entries(shownCells)) {
    for (const one of statements) {
      if (one.kind !== 'register_row' || one.field === 'listed' || !own.has(rowOf(one))) continue;
      const cell = one.value as RegisterColumnValue;
      if (cell.meaning !== meaning || cell.text === '') continue;
      const text = cellText(cell);
      const source = sourceName(one.sourceKey, sources);
      const key = JSON.stringify([name, text, source]);
      const known = found.get(key);
      if (known !== undefined && (known.at ?? 0) <= one.since) continue;
      found.set(key, { name, text, source, at: one.since, path: historyPath(one, pathOf) });
    }
  }
  return [...found.values()];
}

/** A cell as a page prints it. */
function cellText({ meaning, text, date }: RegisterColumnValue): string {
  if (date !== undefined) return dayOf(Date.parse(date));
  return meaning === 'country' ? countryText(text) : text;
}

function isOfIssuer(value: unknown): boolean {
  const { status, matchedBy, polarity } = value as RegisterListedValue;
  return status === 'listed' && matchedBy !== 'party' && polarity !== 'relation' && polarity !== 'instrument';
}

const rowOf = ({ assetId, sourceKey, subjectKey }: Statement): string => `${assetId} ${sourceKey} ${subjectKey}`;

export const historyPath = (statement: Statement, pathOf: (assetId: string) => string): string =>
  `${pathOf(statement.assetId)}/fields/${encodeURIComponent(fieldInPath(statement))}`;
