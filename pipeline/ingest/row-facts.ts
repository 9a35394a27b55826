import type { ColumnMeaning } from '../../schemas/facts.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { isLei } from '../../schemas/values/lei.ts';
import { columnOf } from '../registers/columns/columns.ts';
import { foldText, normaliseCountry, normaliseName, normaliseText, normaliseUrls } from '../registers/spellings.ts';
import type { RegisterFeed } from './feed.ts';

/** Facts that identify a row in a register without row keys. */
export interface RowFacts {
  readonly columns: Readonly<Record<string, string>>;
  /** Equal for rows that are identical after field normalisation. */
  readonly exact: string;
  /** The row's entity: the LEI when it is valid, else name and home state. */
  readonly entity: string;
  /** Whether the row has an entity (a name or a valid LEI). Rows without one are only recognised by a key of their own. */
  readonly isNamed: boolean;
  /** Null without a name. */
  readonly nameAndState: string | null;
  readonly lei: string | null;
  readonly dtis: readonly string[];
  readonly ffgs: readonly string[];
  /** Normalised white paper links, or websites where the register has no such column; null without either. */
  readonly url: string | null;
  readonly comment: string;
  /** Date of the white paper's notification, else of the authorisation, else of the decision. */
  readonly date: string | null;
}

const dateMeanings = ['white_paper_date', 'authorisation_date', 'decision_date'] as const;

/** Reader of a register's rows. */
export function factsReader(feed: RegisterFeed): (columns: Readonly<Record<string, string>>) => RowFacts {
  const named = (meaning: ColumnMeaning): readonly string[] =>
    feed.columns.filter((column) => column.meaning === meaning).map((column) => column.name);
  const [leiColumn = ''] = named('lei');
  const [nameColumn = ''] = named('legal_name');
  const [stateColumn = ''] = named('country');
  const [commentColumn = ''] = named('comments');
  const [linkColumn = named('website')[0] ?? ''] = named('white_paper_link');
  const dateMeaning = dateMeanings.find((meaning) => named(meaning).length > 0) ?? 'authorisation_date';
  const [dateColumn = ''] = named(dateMeaning);

  return (columns) => {
    const cell = (name: string): string => columns[name] ?? '';
    const items = (meaning: ColumnMeaning): readonly string[] =>
      [...new Set(named(meaning).flatMap((name) => columnOf(meaning).read(cell(name))?.items ?? []))].sort();
    const lei = normaliseText(cell(leiColumn));
    const isNamed = columnOf('legal_name').read(cell(nameColumn)) !== null;
    const nameAndState = canonicalJson([
      isNamed ? normaliseName(cell(nameColumn)) : '',
      normaliseCountry(cell(stateColumn)),
    ]);
    return {
      columns,
      exact: canonicalJson(feed.columns.map(({ meaning, name }) => columnOf(meaning).key(cell(name)))),
      entity: isLei(lei) ? lei : nameAndState,
      isNamed: isNamed || isLei(lei),
      nameAndState: isNamed ? nameAndState : null,
      lei: isLei(lei) ? lei : null,
      dtis: items('dti'),
      ffgs: items('ffg'),
      url: normaliseUrls(normaliseText(cell(linkColumn))),
      comment: foldText(cell(commentColumn)),
      date: columnOf(dateMeaning).read(cell(dateColumn))?.text ?? null,
    };
  };
}
