/** Parts of docs/topics.md that are generated from the schemas and the table of topics. */
import { schemasOf } from '../../schemas/subjects.ts';
import { type TopicName, topicNames, topics } from '../../schemas/topics.ts';
import { termsOf, type VocabularyName, vocabularyNames } from '../../schemas/vocabulary.ts';
import { fieldsOf, type AvroField, type AvroNode, type AvroSchema, schemaOf } from '../support/avro-records.ts';
import { type Block, blocksOf } from './blocks.ts';

export const publicTopics: readonly TopicName[] = topicNames.filter((topic) => topics[topic].public);
const internalTopics: readonly TopicName[] = topicNames.filter((topic) => !topics[topic].public);

/** The identity of a record by topic, and which of several records with that identity counts. */
const identities: Readonly<Record<TopicName, string>> = {
  'registry.parties': 'the last record of a `partyId`',
  'registry.assets': 'the last record of an `assetId`',
  'feed.captures': 'one record per `captureId`; repetitions are equal',
  'feed.runs': 'one record per `runId`; repetitions are equal',
  'document.captures': 'one record per `captureId`; repetitions are equal',
  'sanctions.entries': 'the last record of a key',
  'register.rows': 'the last record of a key',
  observations: 'one record per `id`; repetitions are equal',
  changes: 'per `id` the record with the highest `revision`; repetitions of a `revision` are equal',
  'asset.records': 'per key the record with the highest `position`; of several with the same, the last',
  'asset.subjects': 'per key the record with the highest `position`; of several with the same, the last',
  'asset.facts': 'the last record of an asset, subject, field and source; of ticks the last of each partition',
  'token.facts': '',
  verdicts:
    'the last record of an asset, obligation and regime; repetitions of `verdictId` with its `groupId` are equal',
  'screen.matches': 'per key the record with the highest `position`; of several with the same, the last',
  'attribute.matches': 'per key the record with the highest `position`; of several with the same, the last',
  'dead.letters': 'one record per `topic`, `partition`, `offset` and `processor`',
  'accounts.commands': '',
  'accounts.events': '',
  'accounts.dead.letters': '',
  parkings: '',
  'accounts.parkings': '',
};

/** What a reader must know in addition to the schema. */
const remarks: Partial<Readonly<Record<TopicName, string>>> = {
  'registry.parties': 'The record time is the `--as-of` of the import.',
  'feed.captures': 'The artifact store has the bytes, under their hash.',
  'document.captures':
    '`outcome` states the result of a failed fetch. The artifact store has document, reading and profile under their hashes; document and reading are texts of others, and no API serves them. The demo has none.',
  'sanctions.entries': 'A removed entry is a record with `status` `removed`.',
  'register.rows':
    'Registers have no row keys: Attestry assigns the id once, and the row has it as long as it can be recognised. `missing` means that the row is absent for the first time, `held` that it may be another row under a new key.',
  observations:
    'The only input of change detection. `value` is RFC 8785 JSON text; its shapes are in [schemas/facts.ts](../schemas/facts.ts). Control observations (`subjectKind` `control`: a rule set is activated, or a day of UTC begins) have an empty key and are written to every partition.',
  changes: 'Replaced records stay on the log. Changes that became known together share `groupId`.',
  'asset.records': '`position` is the offset of the observation that caused the record.',
  'asset.subjects':
    '`display` of a party is its legal name. `since` and `sinceObservationId` state when each subject was first declared or observed. The record time is that of the observation that caused the record.',
  'asset.facts':
    'A tick (`subjectKind` `control`) marks that a day of UTC begins; it has the key `tick` and is written to every partition.',
  verdicts:
    'Not changes, and no legal opinion: a verdict states what was found in which source. `not_checked` is no finding. The demo has none that needs a report.',
  'screen.matches':
    '`emitted` has the values last emitted for each match, by field. The record time is that of the record that caused it.',
  'attribute.matches':
    '`emitted` has the values last emitted for each match, by field. The record time is that of the record that caused it.',
  'dead.letters': '`npx attestry dead-letters list` shows them; the demo has none.',
};

const kept = (topic: TopicName): string => {
  const { cleanup, retentionMs } = topics[topic];
  if (cleanup === 'compact') return 'compacted: the newest record of each key stays';
  return retentionMs === null ? 'for ever' : `for ${retentionMs / 86_400_000} days`;
};

const recordTime = (topic: TopicName): string =>
  topics[topic].timestamp === 'event' ? 'event: when the fact holds' : 'append: when the record was written';

const keyOf = (topic: TopicName): string => {
  const { key } = topics[topic];
  return key.includes('<') ? `\`${key}\`` : key;
};

/** The table of all topics. */
const overview = (): string => {
  const rows = publicTopics.map(
    (topic) =>
      `| [${topic}](#${topic.replaceAll('.', '')}) | ${keyOf(topic)} | ${topics[topic].timestamp} | ${keptShort(topic)} |`,
  );
  return ['| Topic | Key | Record time | Kept |', '|-|-|-|-|', ...rows].join('\n');
};

const keptShort = (topic: TopicName): string => {
  const { cleanup, retentionMs } = topics[topic];
  if (cleanup === 'compact') return 'compacted';
  return retentionMs === null ? 'for ever' : `${retentionMs / 86_400_000} days`;
};

/** One section per public topic, with the example from `page`. */
const topicSections = (page: string): string => {
  const examples = new Map(
    blocksOf(page)
      .filter(({ language }) => language === 'json')
      .map((block) => [block.heading, block]),
  );
  return publicTopics.map((topic) => section(topic, examples.get(topic))).join('\n\n');
};

function section(topic: TopicName, example: Block | undefined): string {
  const schema = schemaOf(topic);
  const nested = recordsWithin(schema);
  const parts = [
    `### ${topic}`,
    paragraph(schema.doc ?? '', remarks[topic] ?? ''),
    facts(topic),
    table(fieldsOf(schema)),
    ...nested.map((record) => `**${record.name ?? ''}**. ${text(record.doc ?? '')}\n\n${table(fieldsOf(record))}`),
    ...(example === undefined ? [] : [`\`\`\`json\n${example.body}\n\`\`\``]),
  ];
  return parts.join('\n\n');
}

const paragraph = (doc: string, remark: string): string => [text(doc), remark].filter((one) => one !== '').join(' ');

const facts = (topic: TopicName): string =>
  [
    '| | |',
    '|-|-|',
    `| Key | ${keyOf(topic)} |`,
    `| Record time | ${recordTime(topic)} |`,
    `| Kept | ${kept(topic)} |`,
    `| What counts | ${identities[topic]} |`,
    `| Schema | [version ${schemasOf(topic).length}](../schemas/avro/${topic}/v${schemasOf(topic).length}.avsc) |`,
  ].join('\n');

const table = (fields: readonly AvroField[]): string =>
  [
    '| Field | Type | |',
    '|-|-|-|',
    ...fields.map(({ name, type, doc }) => `| \`${name}\` | ${escaped(typeName(type))} | ${text(doc)} |`),
  ].join('\n');

/** Nested records of a schema, each once, in order of first use. */
function recordsWithin(schema: AvroNode): readonly AvroNode[] {
  const found: AvroNode[] = [];
  const visit = (type: AvroSchema): void => {
    if (typeof type === 'string') return;
    if (isUnion(type)) {
      type.forEach(visit);
      return;
    }
    if (type.type === 'record') found.push(type);
    for (const { type: inner } of fieldsOf(type)) visit(inner);
    if (type.items !== undefined) visit(type.items);
    if (type.values !== undefined) visit(type.values);
  };
  for (const { type } of fieldsOf(schema)) visit(type);
  return found;
}

const isUnion = (type: AvroSchema): type is readonly AvroSchema[] => Array.isArray(type);

function typeName(type: AvroSchema): string {
  if (typeof type === 'string') return type.replace(/^attestry\./, '');
  if (isUnion(type)) return type.map(typeName).join(' or ');
  if (type.logicalType !== undefined) return `${type.type}, ${type.logicalType}`;
  if (type.items !== undefined) return `array of ${typeName(type.items)}`;
  if (type.values !== undefined) return `map to ${typeName(type.values)}`;
  return type.name ?? type.type;
}

/** Every vocabulary that a field of a public topic uses, with its terms. */
const terms = (): string => {
  const docs = publicTopics.flatMap((topic) => {
    const schema = schemaOf(topic);
    return [schema, ...recordsWithin(schema)].flatMap((record) => fieldsOf(record).map(({ doc }) => doc));
  });
  const named = vocabularyNames.filter((name) => docs.some((doc) => new RegExp(`\\b${name}\\b`).test(doc)));
  const rows = named.map(
    (name: VocabularyName) =>
      `| ${name} | ${termsOf(name)
        .map((term) => `\`${term}\``)
        .join(', ')} |`,
  );
  return ['| Vocabulary | Terms |', '|-|-|', ...rows].join('\n');
};

const internal = (): string => {
  const rows = internalTopics.map((topic) => {
    return `| \`${topic}\` | ${keyOf(topic)} | ${topics[topic].timestamp} | ${keptShort(topic)} | ${text(schemaOf(topic).doc ?? '')} |`;
  });
  return ['| Topic | Key | Record time | Kept | Carries |', '|-|-|-|-|-|', ...rows].join('\n');
};

const escaped = (cell: string): string => cell.replaceAll('<', '\\<').replaceAll('>', '\\>');
const text = (doc: string): string => escaped(doc).replaceAll('|', '\\|');

/** The page with all generated parts regenerated. */
export function withGeneratedParts(page: string): string {
  const parts: Readonly<Record<string, string>> = {
    overview: overview(),
    topics: topicSections(page),
    terms: terms(),
    internal: internal(),
  };
  return page.replaceAll(
    /(<!-- (\w+), made from the schemas -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const generated = parts[name];
      if (generated === undefined) throw new Error(`the page has an unknown generated part "${name}"`);
      return `${begin}\n${generated}\n\n${end}`;
    },
  );
}
