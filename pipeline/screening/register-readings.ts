import {
  type ColumnMeaning,
  type RegisterColumnValue,
  type RegisterListedValue,
  registerListed,
} from '../../schemas/facts.ts';
import type { OpenMatch, RegisterRow, Subject } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { RegisterColumn, RegisterFeed } from '../ingest/feed.ts';
import { columnOf } from '../registers/columns/columns.ts';
import type { Reading } from './join-rules.ts';

/** The subject of an asset to which a row is attributed, and the basis of the attribution. */
export interface Attribution {
  readonly subject: Subject;
  readonly matchedBy: RegisterListedValue['matchedBy'];
  /** Whether the row is newer than the register's first file and than the subject. */
  readonly news: boolean;
}

/** Readings of a row: `listed`, and one per column of the register. */
export function readRow(feed: RegisterFeed, row: RegisterRow, attribution: Attribution): readonly Reading[] {
  const { subject, matchedBy, news } = attribution;
  const register = feed.manifest.label;
  const entity = entityOf(feed, row);
  const listed: RegisterListedValue = {
    status: row.status as RegisterListedValue['status'],
    news,
    register,
    polarity: feed.polarity,
    entity,
    token: matchedBy === 'party' ? (row.lei ?? isinOf(feed, row)) : tokenOf(feed, row),
    matchedBy,
    ...(matchedBy === 'party' ? { roles: subject.roles } : {}),
    subjectKey: subject.key,
    sinceObservationId: subject.sinceObservationId,
    asOf: row.asOf,
    firstSeenAt: row.firstSeenAt,
    successorRowIds: row.successorRowIds,
  };
  const quote = row.status === 'listed' ? nameCell(feed, row) : null;
  const columns = feed.columns.map((column): Reading => {
    const { name, meaning, label } = column;
    const cell = row.columns[name] ?? '';
    const content = columnOf(meaning).read(cell);
    const elsewhere = identifiersElsewhere(feed, row, column);
    const stated = content ?? (elsewhere.length === 0 ? null : { text: '', items: [] });
    const value: RegisterColumnValue | null =
      stated === null
        ? null
        : {
            meaning,
            label,
            register,
            entity,
            matchedBy,
            ...stated,
            ...(elsewhere.length === 0 ? {} : { elsewhere }),
            ...statedBeside(feed, row, meaning),
          };
    return { field: name, subjectKey: row.rowId, value, quote: content === null ? null : cell };
  });
  return [{ field: 'listed', subjectKey: row.rowId, value: listed, quote }, ...columns];
}

/** The end of a row that the register removed: the last reading with the row's new status. */
export function readRemoval(row: RegisterRow, open: OpenMatch): readonly Reading[] {
  const stated = open.emitted['listed'];
  if (stated === undefined) return [];
  const value: RegisterListedValue = {
    ...storedValue(stated, registerListed),
    status: 'removed',
    asOf: row.asOf,
    successorRowIds: row.successorRowIds,
  };
  return [{ field: 'listed', subjectKey: row.rowId, value, quote: null }];
}

/** The last reading of a row that is no longer about the asset, with the entity and identifiers that the row names now. */
export function readDeparture(feed: RegisterFeed, row: RegisterRow, open: OpenMatch): readonly Reading[] {
  const stated = open.emitted['listed'];
  if (stated === undefined) return [];
  const value: RegisterListedValue = {
    ...storedValue(stated, registerListed),
    status: row.status as RegisterListedValue['status'],
    asOf: row.asOf,
    successorRowIds: row.successorRowIds,
    nowNames: { entity: entityOf(feed, row), lei: row.lei, identifiers: identifiersOf(row) },
  };
  const quote = cellOf(feed, row, 'ffg', 'dti') ?? nameCell(feed, row);
  return [{ field: 'listed', subjectKey: row.rowId, value, quote: row.status === 'listed' ? quote : null }];
}

const identifiersOf = (row: RegisterRow): readonly string[] => [...new Set([...row.dtis, ...row.ffgs])].sort();

/** Content of other columns that decides the meaning of a change of this one. */
function statedBeside(
  feed: RegisterFeed,
  row: RegisterRow,
  meaning: ColumnMeaning,
): Pick<RegisterColumnValue, 'formerly' | 'successor'> {
  const { beside } = columnOf(meaning);
  const cell = beside === undefined ? null : cellOf(feed, row, beside);
  if (cell === null) return {};
  if (beside === 'successor') return { successor: cell };
  const formerly = columnOf('previous_names').read(cell)?.items;
  return formerly === undefined ? {} : { formerly };
}

const isIdentifierColumn = ({ meaning }: RegisterColumn): boolean => columnOf(meaning).areIdentifiers;

/** Identifiers in the row's other identifier columns. */
function identifiersElsewhere(feed: RegisterFeed, row: RegisterRow, column: RegisterColumn): readonly string[] {
  if (!isIdentifierColumn(column)) return [];
  const others = feed.columns.filter((other) => isIdentifierColumn(other) && other.name !== column.name);
  const items = others.flatMap(({ name, meaning }) => columnOf(meaning).read(row.columns[name] ?? '')?.items ?? []);
  return [...new Set(items)].sort();
}

function cellOf(feed: RegisterFeed, row: RegisterRow, ...meanings: readonly ColumnMeaning[]): string | null {
  for (const meaning of meanings) {
    for (const column of feed.columns) {
      const text = column.meaning === meaning ? (row.columns[column.name] ?? '') : '';
      if (text.trim() !== '') return text;
    }
  }
  return null;
}

const nameCell = (feed: RegisterFeed, row: RegisterRow): string | null =>
  cellOf(feed, row, 'legal_name', 'commercial_name');

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const entityOf = (feed: RegisterFeed, row: RegisterRow): string =>
  plain(nameCell(feed, row) ?? '') || (row.lei ?? (isinOf(feed, row) || row.rowId));

/** The ISIN of a row about an instrument; empty for any other. */
export const isinOf = (feed: RegisterFeed, row: RegisterRow): string => plain(cellOf(feed, row, 'isin') ?? '');

const identifiersNamed = 3;
const emptyComment = /^no comments?\.?$/i;

/**
 * Text that distinguishes the row from the entity's other rows: token identifiers, else the link of the white paper with the
 * comment. In a register without white papers a comment is about the entity and distinguishes nothing.
 */
function tokenOf(feed: RegisterFeed, row: RegisterRow): string {
  const identifiers = row.ffgs.length > 0 ? row.ffgs : row.dtis;
  if (identifiers.length > identifiersNamed) {
    return `${identifiers.slice(0, identifiersNamed).join(', ')} and ${identifiers.length - identifiersNamed} more`;
  }
  if (identifiers.length > 0) return identifiers.join(', ');
  if (!feed.columns.some(({ meaning }) => meaning === 'white_paper_link')) return '';
  const link = plain(cellOf(feed, row, 'white_paper_link') ?? '');
  const comment = plain(cellOf(feed, row, 'comments') ?? '');
  return [/^https?:/i.test(link) ? link : '', emptyComment.test(comment) ? '' : comment]
    .filter((part) => part !== '')
    .join(', ');
}
