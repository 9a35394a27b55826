import type { ColumnMeaning } from '../../schemas/facts.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { isLei } from '../../schemas/values/lei.ts';
import { comparisonKey, foldText, normaliseCountry, normaliseText, normaliseUrl, readColumn } from './columns.ts';
import type { RegisterFeed } from './feed.ts';

/** What tells a register's rows apart. No register publishes a row key, so identity is read from these. */
export interface RowFacts {
  readonly columns: Readonly<Record<string, string>>;
  /** Equal for rows that are identical after field normalisation. */
  readonly exact: string;
  /** Whose row it is: the LEI when it is valid, else name and home state. */
  readonly entity: string;
  readonly nameAndState: string;
  readonly lei: string | null;
  readonly dtis: readonly string[];
  readonly ffgs: readonly string[];
  /** Normalised white paper link, or website where the register has no link; null when it is none. */
  readonly url: string | null;
  readonly comment: string;
  /** Notification date of the white paper, or of the authorisation where there is none. */
  readonly date: string | null;
}

/** Reader of a register's rows. */
export function factsReader(feed: RegisterFeed): (columns: Readonly<Record<string, string>>) => RowFacts {
  const named = (meaning: ColumnMeaning): readonly string[] =>
    feed.columns.filter((column) => column.meaning === meaning).map((column) => column.name);
  const [leiColumn = ''] = named('lei');
  const [nameColumn = ''] = named('legal_name');
  const [stateColumn = ''] = named('country');
  const [commentColumn = ''] = named('comments');
  const [linkColumn = named('website')[0] ?? ''] = named('white_paper_link');
  const dateMeaning = named('white_paper_date').length > 0 ? 'white_paper_date' : 'authorisation_date';
  const [dateColumn = ''] = named(dateMeaning);

  return (columns) => {
    const cell = (name: string): string => columns[name] ?? '';
    const items = (meaning: ColumnMeaning): readonly string[] =>
      [...new Set(named(meaning).flatMap((name) => readColumn(meaning, cell(name))?.items ?? []))].sort();
    const lei = normaliseText(cell(leiColumn));
    const nameAndState = canonicalJson([foldText(cell(nameColumn)), normaliseCountry(cell(stateColumn))]);
    return {
      columns,
      exact: canonicalJson(feed.columns.map(({ meaning, name }) => comparisonKey(meaning, cell(name)))),
      entity: isLei(lei) ? lei : nameAndState,
      nameAndState,
      lei: isLei(lei) ? lei : null,
      dtis: items('dti'),
      ffgs: items('ffg'),
      url: normaliseUrl(normaliseText(cell(linkColumn))),
      comment: foldText(cell(commentColumn)),
      date: readColumn(dateMeaning, cell(dateColumn))?.text ?? null,
    };
  };
}
