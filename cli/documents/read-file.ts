import { UsageError } from '../../infra/errors.ts';
import { readDocument } from '../../infra/reading/read-document.ts';
import { viewOf } from '../../pipeline/documents/reading/document-view.ts';
import { type DocumentFields, readFields } from '../../pipeline/documents/reading/engine.ts';
import type { ProfileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import { fieldReaders } from '../../pipeline/documents/reading/readers.ts';
import { fieldRules } from '../../pipeline/documents/reading/rule-set.ts';
import { type SeenParts, seenParts } from '../../pipeline/documents/reading/seen-parts.ts';
import { disclosureFields } from '../../schemas/fields/catalogue.ts';
import type { Reading, ReadingEnd } from '../../schemas/values/reading.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import { CommandFailed } from '../program/process/exit.ts';

/** Why a field of the catalogue has no value. */
interface MissingField {
  readonly field: string;
  readonly why: string;
}

export interface FileRead extends DocumentFields {
  readonly reading: Reading;
  readonly ended: ReadingEnd;
  readonly reason: string | null;
  readonly profile: string;
  readonly kind: Term<'sourceKind'>;
  /** Table of the white paper template: 2, 3 or 4; null for other documents. */
  readonly table: number | null;
  readonly missing: readonly MissingField[];
  /** Numbers of template cells that no rule reads. */
  readonly unread: readonly string[];
  /** What the readers see before any rule. */
  readonly seen: SeenParts;
}

const kinds: Readonly<Record<string, Term<'sourceKind'>>> = {
  'white-paper': 'whitepaper',
  terms: 'terms',
  'reserve-report': 'report',
  page: 'page',
};

interface FileRequest {
  readonly bytes: Buffer;
  /** Id of a profile; null for that which fits the document. */
  readonly profile: string | null;
  /** Declared kind; null: that of the profile. */
  readonly kind?: Term<'sourceKind'> | null;
  /** Address of the document; empty when it is not known. */
  readonly url: string;
}

/** What the rules make of a file. Throws CommandFailed with the reason when the file cannot be read. */
export async function readFile(
  { bytes, profile, url, kind: declared = null }: FileRequest,
  { profiles }: ProfileTable,
): Promise<FileRead> {
  const { reading, ended, reason } = await readDocument(bytes, null);
  if (reading === null) throw new CommandFailed(`the document cannot be read: ${reason ?? 'no reason is known'}`);
  const id = profile ?? fittingProfile(reading);
  const named = profiles.get(id);
  if (named === undefined) {
    throw new UsageError(`there is no profile ${id}; attestry profiles list shows those that are there`);
  }
  const kind = declared ?? kinds[id.split('/')[0] ?? ''] ?? 'page';
  const view = viewOf(reading, { kind, profile: named.profile, url, isWhole: ended === 'whole' });
  const fields = readFields(view, fieldReaders);
  const { table, cells } = view.template;
  return {
    ...fields,
    reading,
    profile: named.name,
    kind,
    table,
    ...(fields.incomplete === null ? { ended, reason } : { ended: 'partly' as const, reason: fields.incomplete }),
    missing: missingOf(fields),
    seen: seenParts(view),
    unread: table === null ? [] : [...cells.keys()].filter((number) => !takenNumbers(table).has(number)).sort(byNumber),
  };
}

/** A white paper has cells or an entry point of the template; everything else is read as a page. */
function fittingProfile(reading: Reading): string {
  const context = { kind: 'page', profile: { id: 'page' }, url: '', isWhole: true } as const;
  return viewOf(reading, context).template.table === null ? 'page' : 'white-paper';
}

function missingOf({ stated, left }: DocumentFields): readonly MissingField[] {
  const known = new Set([...stated, ...left].map(({ field }) => field));
  const ruled = new Set(fieldRules.map(({ field }) => field));
  return disclosureFields
    .filter(({ name }) => !known.has(name))
    .map(({ name: field }) => ({
      field,
      why: ruled.has(field) ? 'nothing in the document has a form of its rules' : 'no rule of this version reads it',
    }));
}

const takenNumbers = (table: 2 | 3 | 4): ReadonlySet<string> =>
  new Set(
    fieldRules.flatMap(({ cells = {}, record }) => [
      ...(cells[table] ?? []),
      ...[
        ...(record?.members ?? []),
        ...(record?.instead === undefined ? [] : [record.instead, ...record.instead.yes]),
      ].flatMap((one) => one.cells[table] ?? []),
    ]),
  );

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
