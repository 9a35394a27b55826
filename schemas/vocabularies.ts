/** Every public vocabulary with its terms, their meanings and the fields that use them: what `/vocabularies.json` serves. */
import { disclosureFields } from './fields/catalogue.ts';
import { meaningsOfAssets } from './meanings/assets.ts';
import { meaningsOfChanges } from './meanings/changes.ts';
import type { Meanings } from './meanings/meanings-of.ts';
import { meaningsOfReaders } from './meanings/readers.ts';
import { meaningsOfSources } from './meanings/sources.ts';
import { committedSchemas } from './generated/schemas.ts';
import { topicNames, topics } from './topics.ts';
import { termsOf, type VocabularyName, vocabularyNames } from './vocabulary.ts';

/** Vocabularies of internal topics and of forms of pages: part of no contract. */
const internal = ['commandType', 'accountEventType', 'sessionEvent', 'hiddenKind', 'pageErrorCode'] as const;

type PublicVocabulary = Exclude<VocabularyName, (typeof internal)[number]>;

/** It does not compile while a public vocabulary or a term of one has no meaning. */
const meanings: Meanings<PublicVocabulary> = {
  ...meaningsOfChanges,
  ...meaningsOfAssets,
  ...meaningsOfSources,
  ...meaningsOfReaders,
};

interface DescribedTerm {
  readonly term: string;
  readonly meaning: string;
}

interface DescribedVocabulary {
  readonly name: string;
  readonly about: string;
  /** Members of public topics whose value is a term, as `<topic>: <path>`. */
  readonly fields: readonly string[];
  readonly terms: readonly DescribedTerm[];
}

interface DescribedField {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  readonly group: string;
  /** Codes that a value may have, in the order in which they are described; empty for a value without codes. */
  readonly codes: readonly DescribedTerm[];
}

interface Vocabularies {
  readonly vocabularies: readonly DescribedVocabulary[];
  readonly disclosedFields: readonly DescribedField[];
}

/** All public vocabularies in their order, and the disclosed fields with their codes. */
export function describeVocabularies(): Vocabularies {
  const uses = usesOfVocabularies();
  return {
    vocabularies: vocabularyNames.filter(isPublic).map((name) => {
      const { about, terms } = meanings[name];
      const meaningOf: Readonly<Record<string, string>> = terms;
      const described = termsOf(name).map((term) => ({ term, meaning: meaningOf[term] ?? '' }));
      return { name, about, fields: uses.get(name) ?? [], terms: described };
    }),
    disclosedFields: disclosureFields.map(({ name, label, meaning, group, words }) => ({
      name,
      label,
      meaning,
      group,
      codes: Object.entries(words).map(([term, text]) => ({ term, meaning: text })),
    })),
  };
}

/** The text of `schemas/vocabularies.json`, which `npm run generate` writes. */
export const renderVocabularies = (): string => `${JSON.stringify(describeVocabularies(), null, 2)}\n`;

const isPublic = (name: VocabularyName): name is PublicVocabulary => !internal.some((one) => one === name);

interface AvroNode {
  readonly type?: unknown;
  readonly fields?: readonly { readonly name: string; readonly type: unknown; readonly doc?: string }[];
  readonly items?: unknown;
  readonly values?: unknown;
}

/** Fields of public topics by the vocabulary that their description names. */
function usesOfVocabularies(): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const topic of topicNames.filter((name) => topics[name].public)) {
    const schema = committedSchemas[topic]?.at(-1);
    if (schema !== undefined) collect(JSON.parse(schema), (path, doc) => note(`${topic}: ${path}`, doc));
  }
  return uses;

  function note(field: string, doc: string): void {
    for (const name of vocabularyNames) {
      if (new RegExp(`\\b(?:[Oo]ne of|from) ${name}\\b`).test(doc)) uses.set(name, [...(uses.get(name) ?? []), field]);
    }
  }
}

function collect(type: unknown, found: (path: string, doc: string) => void, path = ''): void {
  if (Array.isArray(type)) {
    for (const member of type) collect(member, found, path);
  } else if (typeof type === 'object' && type !== null) {
    const { fields = [], items, values, type: inner } = type as AvroNode;
    for (const { name, type: of, doc = '' } of fields) {
      const below = path === '' ? name : `${path}.${name}`;
      found(below, doc);
      collect(of, found, below);
    }
    for (const below of [items, values, inner]) if (typeof below === 'object') collect(below, found, path);
  }
}
