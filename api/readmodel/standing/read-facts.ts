import type { ReserveReportValue, SourceCheckValue } from '../../../schemas/facts.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import { documentIdOf } from '../../../schemas/terms/document-id.ts';
import { openMatchesOf, readMatches } from '../open-matches.ts';
import type { TableReader } from '../tables/reader.ts';
import { declaredDocument } from './declared-document.ts';
import type { ComparedSubjects, DeclaredDocument, NewestReport, TableFacts } from './facts.ts';
import {
  type ChainRow,
  type FactRow,
  type FetchesRow,
  readCells,
  readChain,
  readFacts,
  readFetchesOf,
  readSubjects,
  readVerdicts,
  type SubjectsRow,
} from './queries.ts';
import { registerRows } from './register-rows.ts';

/** Reads what the tables have of assets, by asset: for all of them together six queries. */
export async function readTableFacts(
  tables: Pick<TableReader, 'query'>,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, TableFacts>> {
  const [matches, subjects, chain, cells, facts, verdicts] = await Promise.all([
    readMatches(tables, assetIds),
    readSubjects(tables, assetIds),
    readChain(tables, assetIds),
    readCells(tables, assetIds),
    readFacts(tables, assetIds),
    readVerdicts(tables, assetIds),
  ]);
  const urls = facts.filter(({ field }) => field === 'sources').flatMap(sourcesIn);
  const fetches = await readFetchesOf(tables, [...new Set(urls.map(({ url }) => documentIdOf(url)))]);
  const fetchesOf = new Map(fetches.map((row) => [row.documentId, row]));
  const of = {
    matches: byAsset(matches),
    subjects: byAsset(subjects),
    chain: byAsset(chain),
    cells: byAsset(cells),
    facts: byAsset(facts),
    verdicts: byAsset(verdicts),
  };
  return new Map(
    assetIds.map((assetId) => {
      const [named = null] = of.subjects(assetId);
      const stated = of.facts(assetId);
      return [
        assetId,
        {
          ...openMatchesOf(of.matches(assetId)),
          ...chainIn(of.chain(assetId)),
          ...reportIn(stated),
          compared: named === null ? null : comparedIn(named),
          ...pausedIn(stated),
          rows: registerRows(of.cells(assetId), new Set(named?.subjects.map(({ key }) => key))),
          documents: documentsIn(stated, fetchesOf),
          checks: valuesOf<SourceCheckValue>(stated, 'check').map(({ state }) => state),
          verdicts: of.verdicts(assetId).map(({ obligationId, verdict }) => ({ obligationId, verdict })),
        },
      ];
    }),
  );
}

function byAsset<T extends { readonly assetId: string }>(rows: readonly T[]): (assetId: string) => readonly T[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.assetId);
    if (group === undefined) groups.set(row.assetId, [row]);
    else group.push(row);
  }
  return (assetId) => groups.get(assetId) ?? [];
}

function comparedIn({ subjects }: SubjectsRow): ComparedSubjects {
  const wallets = subjects.filter(({ kind }) => kind === 'wallet');
  const authorities = wallets.filter(({ roles }) => roles.some((role) => role.startsWith('authority:'))).length;
  return {
    names: subjects.filter(({ kind }) => kind === 'party').length,
    wallets: wallets.length - authorities,
    authorities,
  };
}

function chainIn([row]: readonly ChainRow[]): Pick<TableFacts, 'chainStatedAt' | 'hasNoContract'> {
  return { chainStatedAt: row?.statedAt ?? null, hasNoContract: row?.newest === '"no_contract"' };
}

const valuesOf = <T>(facts: readonly FactRow[], field: FactRow['field']): readonly T[] =>
  facts.filter((fact) => fact.field === field).map(({ value }) => value as T);

/** Paused, if any source states it. */
function pausedIn(facts: readonly FactRow[]): Pick<TableFacts, 'isPaused' | 'pausedSince'> {
  const stated = facts.filter(({ field }) => field === 'paused');
  const stops = stated.filter(({ value }) => value === true).map(({ since }) => since);
  return {
    isPaused: stated.length === 0 ? null : stops.length > 0,
    pausedSince: stops.length === 0 ? null : Math.min(...stops),
  };
}

interface DeclaredSource {
  readonly sourceId: string;
  readonly url: string;
  readonly kind: string;
}

const sourcesIn = ({ value }: FactRow): readonly DeclaredSource[] => value as readonly DeclaredSource[];

function documentsIn(
  facts: readonly FactRow[],
  fetches: ReadonlyMap<string, FetchesRow>,
): readonly DeclaredDocument[] | null {
  const [declared] = facts.filter(({ field }) => field === 'sources');
  if (declared === undefined) return null;
  return sourcesIn(declared).map((source) => declaredDocument(source, fetches));
}

/** Where the time between two reports is not stated, they are due every month. */
const unstatedDays = 31;

function reportIn(facts: readonly FactRow[]): Pick<TableFacts, 'expectsReport' | 'report'> {
  const days = [
    ...valuesOf<ReserveReportValue>(facts, 'report').map(({ asOf }) => asOf),
    ...valuesOf<{ readonly date?: string }>(facts, 'attestation_as_of').flatMap(({ date }) => date ?? []),
  ];
  const times = days.map((day) => Date.parse(day)).filter((at) => Number.isFinite(at));
  const isDeclared = facts.some(
    (fact) => fact.field === 'sources' && sourcesIn(fact).some(({ kind }) => kind === 'report'),
  );
  const report = times.length === 0 ? null : { asOf: Math.max(...times), periodMs: periodMsOf(facts) };
  return { expectsReport: isDeclared || report !== null, report };
}

function periodMsOf(facts: readonly FactRow[]): NewestReport['periodMs'] {
  const rule = fieldOf('attestation_frequency')?.rule;
  const days = rule?.type === 'frequency' ? rule.days : {};
  const stated = valuesOf<{ readonly code?: string }>(facts, 'attestation_frequency');
  const known = stated.flatMap(({ code }) => (code === undefined ? [] : (days[code] ?? [])));
  return (known.length === 0 ? unstatedDays : Math.min(...known)) * dayMs;
}
