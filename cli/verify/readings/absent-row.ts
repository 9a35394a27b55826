import type { ParsedRow, RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import type { ColumnMeaning, RegisterListedValue } from '../../../schemas/facts.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Around } from './around.ts';
import { broken, given, notProved, type ReadAgain } from './outcome.ts';
import { candidateOf, hasKey, type RowReader } from './row-reader.ts';

/** A row that the file lacks, and that was stated before. */
export function absent(reader: RowReader, rows: readonly ParsedRow[]): ReadAgain {
  const { around, feed, history, parsed } = reader;
  const { observation } = around;
  if (observation.field !== 'listed') return notProved('the file lacks the row, and an earlier one gave the value');
  if (!parsed.snapshot.files.some(({ sha256 }) => sha256 === observation.artifactId)) return broken('no such file');
  if (!isRepeated(reader)) return broken('it is not what was stated of the row before');
  if (feed.key !== undefined) {
    return rows.some((row) => hasKey(feed, row, observation))
      ? broken('the file, parsed again, has the row')
      : given('the file, parsed again, lacks the row');
  }
  const [subjects = []] = around.subjects();
  const ofAsset = rows.flatMap((row): readonly Cells[] => {
    const readings = candidateOf(reader, row, subjects)?.readings;
    return readings === undefined ? [] : [new Map(readings.map((one) => [one.field, canonicalJson(one.value)]))];
  });
  if (ofAsset.some((cells) => hasCells(cells, history.fields))) return broken('the file, parsed again, has the row');
  const others = otherRows(around);
  const unknown = ofAsset.filter((cells) => !others.some((other) => hasCells(cells, other)));
  return history.listed.status !== 'held' && unknown.some((cells) => isSameToken(feed, cells, history.fields))
    ? notProved('the file, parsed again, has a row of the same token that may be this one')
    : given('the file, parsed again, lacks the row');
}

/** Cells of a row by column, RFC 8785 text. */
type Cells = ReadonlyMap<string, string>;
type StatedCells = ReadonlyMap<string, { readonly value: string | null }>;

const hasCells = (cells: Cells, stated: StatedCells): boolean =>
  [...stated].every(([field, { value }]) => field === 'listed' || cells.get(field) === (value ?? 'null'));

/** Meanings of the columns by which `ingest` recognises a row that changed. */
const identifying: readonly ColumnMeaning[] = ['dti', 'ffg', 'white_paper_link'];

const isSameToken = ({ columns }: RegisterFeed, cells: Cells, stated: StatedCells): boolean =>
  columns.some(({ name, meaning }) => {
    const value = stated.get(name)?.value ?? null;
    return identifying.includes(meaning) && value !== null && cells.get(name) === value;
  });

/** Cells of the other rows of the register that are stated of the asset. */
function otherRows({ observation, before, after }: Around): readonly StatedCells[] {
  const rows = new Map<string, Map<string, { readonly value: string | null }>>();
  const now = after.filter(({ observedAt }) => observedAt === observation.observedAt);
  for (const { sourceKey, subjectKey, field, value } of [...before, ...now]) {
    if (sourceKey !== observation.sourceKey || subjectKey === observation.subjectKey) continue;
    const cells = rows.get(subjectKey) ?? new Map<string, { readonly value: string | null }>();
    rows.set(subjectKey, cells.set(field, { value }));
  }
  return [...rows.values()];
}

/** Whether the statement repeats the one before but for the state of the row, and the subject where that is another one. */
function isRepeated({ around, history }: RowReader): boolean {
  const { observation } = around;
  const { listed, listedBefore } = history;
  if (listedBefore === null || observation.quote !== null) return false;
  const last = JSON.parse(listedBefore) as RegisterListedValue;
  const { status, asOf, successorRowIds, subjectKey, sinceObservationId, matchedBy, roles, news } = listed;
  const isSubject = around
    .subjects()
    .some((subjects) =>
      subjects.some((one) => one.key === subjectKey && one.sinceObservationId === sinceObservationId),
    );
  const own = isSubject
    ? { subjectKey, sinceObservationId, matchedBy, news: last.news && news, ...(roles === undefined ? {} : { roles }) }
    : {};
  return canonicalJson({ ...last, status, asOf, successorRowIds, ...own }) === observation.value;
}
