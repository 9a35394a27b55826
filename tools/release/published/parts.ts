/** What a build would publish, each part with its hash. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFormat } from '../../../cli/verify/bundle/bundle.ts';
import { readBundle } from '../../../cli/verify/bundle/read-bundle.ts';
import {
  migrationFiles,
  migrationLabel,
  migrationsDirectory,
} from '../../../infra/clickhouse/migrate/migration-files.ts';
import { packageRoot } from '../../../infra/disk/package-root.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import { ruleSetHash } from '../../../pipeline/impact/rulesets.ts';
import type { RuleSet } from '../../../pipeline/impact/rule.ts';
import type { Obligation } from '../../../pipeline/obligations/rule.ts';
import { obligations, rulesVersion } from '../../../pipeline/obligations/v1/rules.ts';
import { rules as matchRules } from '../../../pipeline/screening/names/similar.ts';
import { dataFormat } from '../../../schemas/data-format.ts';
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
import type { DisclosureField } from '../../../schemas/fields/field.ts';
import { committedSchemas } from '../../../schemas/generated/schemas.ts';
import { obligationTexts } from '../../../schemas/obligations.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';
import { hashOf, sha256Hex } from '../../../schemas/values/hash.ts';
import { termsOf, vocabularyNames } from '../../../schemas/vocabulary.ts';
import { type PublishedKindName, publishedKindNames } from './kinds.ts';
import { cursorSamples, idSamples } from './samples.ts';

/** 16 hex digits of a SHA-256, by the name of a part of each kind. */
export type Pins = Readonly<Partial<Record<PublishedKindName, Readonly<Record<string, string>>>>>;

/** What parts are computed from. */
export interface PublishedSources {
  readonly ruleSets: readonly RuleSet[];
  /** Name of the set of match rules. */
  readonly matchRules: string;
  /** Texts of the tables of names. */
  readonly nameTables: Readonly<Record<string, string>>;
  readonly obligations: Readonly<Record<string, readonly [rules: readonly Obligation[], texts: object]>>;
  readonly fields: readonly DisclosureField[];
  /** `<vocabulary> <term>`. */
  readonly terms: readonly string[];
  /** Every version of the schema of each topic, oldest first. */
  readonly schemas: Readonly<Record<string, readonly string[]>>;
  /** Bytes by the name of a migration. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly dataFormat: number;
  /** What is read from the text of a published cursor. */
  readonly cursors: Readonly<Record<string, unknown>>;
  /** What is read from a published bundle. */
  readonly bundles: Readonly<Record<string, unknown>>;
  readonly ids: Readonly<Record<string, string>>;
  /** Hashes of files that the release made. */
  readonly files: Readonly<Record<string, string>>;
}

export const sourcesOfBuild = (): PublishedSources => ({
  ruleSets: publishedRules.sets,
  matchRules,
  nameTables: Object.fromEntries(
    readdirSync(join(packageRoot(), nameTables))
      .filter((file) => file.endsWith('.tsv'))
      .map((file) => [file.replace('.tsv', ''), textOf(`${nameTables}/${file}`)]),
  ),
  obligations: { [rulesVersion]: [obligations, obligationTexts] },
  fields: disclosureFields,
  terms: vocabularyNames.flatMap((name) => termsOf(name).map((term) => `${name} ${term}`)),
  schemas: committedSchemas,
  migrations: Object.fromEntries(
    migrationFiles(migrationsDirectory()).map(({ version, name, sql }) => [`${migrationLabel(version)}_${name}`, sql]),
  ),
  dataFormat,
  cursors: mapped(cursorSamples, ({ text, read }) => [text, jsonOf(read(text))]),
  bundles: { [`${bundleFormat} 1`]: readable(() => readBundle(sampleBundle, textOf(`${bundles}/${sampleBundle}`))) },
  ids: idSamples(),
  files: keptFiles(),
});

/** The parts of these sources. */
export function partsOf(sources: PublishedSources): Required<Pins> {
  const { ruleSets, fields, terms, schemas } = sources;
  return {
    // Texts and the table of severities are in the hash.
    'rule set': Object.fromEntries(ruleSets.map((set) => [set.version, ruleSetHash(set).slice(0, digits)])),
    'match rules': { [sources.matchRules]: pinOf(sources.matchRules) },
    'table of names': mapped(sources.nameTables, pinOf),
    'obligation rules': mapped(sources.obligations, pinOf),
    field: Object.fromEntries(fields.map((field) => [field.name, pinOf(field)])),
    term: Object.fromEntries(terms.map((term) => [term, pinOf(term)])),
    schema: Object.fromEntries(
      Object.entries(schemas).flatMap(([topic, versions]) =>
        versions.map((schema, index) => [`${topic} ${index + 1}`, pinOf(schema)]),
      ),
    ),
    migration: mapped(sources.migrations, pinOf),
    'data format': { number: pinOf(sources.dataFormat) },
    cursor: mapped(sources.cursors, pinOf),
    bundle: mapped(sources.bundles, pinOf),
    id: mapped(sources.ids, pinOf),
    file: mapped(sources.files, pinOf),
  };
}

/** The kinds of this build, and those of earlier releases that it no longer lists. */
export const kindsOf = (pins: Pins): readonly PublishedKindName[] => [
  ...new Set([...publishedKindNames, ...(Object.keys(pins) as readonly PublishedKindName[])]),
];

/** Parts of both, those of `earlier` where both have one; in a stable order. */
export const joinedPins = (earlier: Pins, later: Pins): Pins =>
  Object.fromEntries(
    kindsOf(earlier).map((kind) => {
      const parts = Object.entries({ ...later[kind], ...earlier[kind] });
      return [kind, Object.fromEntries(parts.sort(([a], [b]) => compareTexts(a, b)))];
    }),
  );

export const pinCount = (pins: Pins): number =>
  kindsOf(pins).reduce((sum, kind) => sum + Object.keys(pins[kind] ?? {}).length, 0);

const digits = 16;
const nameTables = 'pipeline/screening/names/tables';
const bundles = 'tests/fixtures/bundles';
const sampleBundle = 'issuer-verification-ended.json';
/** Folders whose files are only added to. */
const keptFolders = [bundles, `${bundles}/cases`, 'tests/fixtures/logs'] as const;

/** Of what JSON has of a value. */
const pinOf = (value: unknown): string => hashOf(jsonOf(value)).slice(0, digits);

const mapped = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

const textOf = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

/** Maps as lists: JSON leaves out what they have. */
const jsonOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member: unknown) => (member instanceof Map ? [...member] : member)));

function readable(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

/** SHA-256 of each kept file, by its path. READMEs may change. */
function keptFiles(): Readonly<Record<string, string>> {
  const paths = keptFolders.flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map(({ name }) => `${folder}/${name}`),
  );
  return Object.fromEntries(paths.map((path) => [path, sha256Hex(readFileSync(join(packageRoot(), path)))]));
}
