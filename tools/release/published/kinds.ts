/** The kinds of parts that a release publishes: where each is, and how it gets a successor. */

export interface PublishedKind {
  /** Where a part of the kind is. */
  readonly where: (name: string) => string;
  /** What an engineer does instead of changing it, an imperative sentence without its dot. */
  readonly instead: string;
}

const inSchemas = (name: string): string => `schemas/avro/${name.replace(/ (\d+)$/, '/v$1.avsc')}`;

export const publishedKinds = {
  'rule set': {
    where: (name) => `${name.replace('impact-', 'pipeline/impact/')}, with texts of pipeline/changes`,
    instead: 'write the next set in a folder beside it, and list it in pipeline/changes/rule-sets.ts',
  },
  'match rules': {
    where: () => 'pipeline/screening/names/similar.ts',
    instead: 'add the next set of match rules, and keep this one for the matches that name it',
  },
  'table of names': {
    where: (name) => `pipeline/screening/names/tables/${name}.tsv`,
    instead: 'copy the table under a new name for the next set of match rules, and change the copy',
  },
  'obligation rules': {
    where: (name) => `${name.replace('obligations-', 'pipeline/obligations/')}, schemas/obligations.ts`,
    instead: 'write the next version in a folder beside it',
  },
  field: {
    where: () => 'schemas/fields',
    instead: 'add another field, and judge it in the next rule set',
  },
  term: {
    where: () => 'schemas/vocabulary.ts',
    instead: 'add another term, and leave this one for the records that have it',
  },
  schema: {
    where: inSchemas,
    instead: 'add the next version of the schema as a file beside it, FULL_TRANSITIVE with all others',
  },
  migration: {
    where: (name) => `infra/clickhouse/migrations/${name}.sql`,
    instead: 'add a migration with the next number',
  },
  'data format': {
    where: () => 'schemas/data-format.ts',
    instead: 'convert what is stored when a later program opens it',
  },
  cursor: {
    where: (name) => `api/readmodel/resources/${name.split(' ')[0]}/cursor.ts`,
    instead: 'write another version of the cursor, and read this one as before',
  },
  bundle: {
    where: () => 'cli/verify/bundle/read-bundle.ts',
    instead: 'write another version of the format, and read this one as before',
  },
  id: {
    where: (name) => `tools/release/published/samples.ts derives "${name}"`,
    instead: 'leave how it is derived, and give what needs another id a member of its own',
  },
  file: {
    where: (name) => name,
    instead: 'make the program read it, and add files of later releases beside it',
  },
} as const satisfies Readonly<Record<string, PublishedKind>>;

export type PublishedKindName = keyof typeof publishedKinds;

export const publishedKindNames = Object.keys(publishedKinds) as readonly PublishedKindName[];
