/** How records flow: generated from the catalogue of consumers and from what each processor declares that it writes. */
import { accountsProcessor } from '../../pipeline/accounts/accounts.ts';
import { intakeFold } from '../../pipeline/accounts/intake.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { discloseProcessor } from '../../pipeline/documents/reading/disclose.ts';
import { obligeProcessor } from '../../pipeline/obligations/oblige.ts';
import { type Consumer, consumers } from '../../pipeline/processors/catalogue.ts';
import { createIngest } from '../../pipeline/processors/start-data.ts';
import { createDeclare } from '../../pipeline/registry/declare.ts';
import { createAttribute } from '../../pipeline/screening/attribute.ts';
import { createScreen } from '../../pipeline/screening/screen.ts';
import { reconcileProcessor } from '../../pipeline/reconciliation/reconcile.ts';
import { type TopicName, topicNames } from '../../schemas/topics.ts';

const noFeeds = new Map<string, never>();
const processors = [
  createIngest({ feeds: noFeeds, chains: noFeeds }),
  discloseProcessor,
  createDeclare(),
  createScreen({ feeds: noFeeds }),
  createAttribute({ registers: noFeeds }),
  detectProcessor,
  reconcileProcessor,
  obligeProcessor,
  accountsProcessor,
  intakeFold,
];
/** The publisher that follows the log answers for assets that no provider is asked about. */
const outputsOfPublishers: ReadonlyMap<string, readonly TopicName[]> = new Map([['chains', ['feed.captures']]]);

/** Topics that a consumer writes; none for a sink. */
export const outputsOf = ({ name }: Consumer): readonly TopicName[] =>
  processors.find((processor) => processor.name === name)?.outputs ?? outputsOfPublishers.get(name) ?? [];

/** Who appends to topics from outside the pipeline. */
export const writers: Partial<Readonly<Record<TopicName, readonly string[]>>> = {
  'registry.parties': ['operator'],
  'registry.assets': ['operator'],
  observations: ['operator'],
  'feed.captures': ['registers, lists, chains'],
  'document.captures': ['documents of issuers'],
  'accounts.commands': ['key holders'],
};

/** Topics that every processor may write, or that requests about parked records are appended to. */
const aside: ReadonlySet<TopicName> = new Set([
  'dead.letters',
  'accounts.dead.letters',
  'parkings',
  'accounts.parkings',
]);
export const drawnTopics: readonly TopicName[] = topicNames.filter((topic) => !aside.has(topic));

const idOf = (name: string): string => name.replaceAll(/[^a-z]/g, '_');
const topicNode = (topic: TopicName): string => `${idOf(topic)}([${topic}])`;
const folds = consumers.filter(({ role }) => role !== 'sink');

/** Lines of a Mermaid flowchart. A processor has a box, a topic round ends; a dotted line is a topic that is read in full. */
export const diagram = (): string => {
  const outside = [...new Set(Object.values(writers).flat())];
  const written = outside.map((name) => {
    const topics = drawnTopics.filter((topic) => writers[topic]?.includes(name));
    return `  ${idOf(name)}[/${name}/] --> ${topics.map(idOf).join(' & ')}`;
  });
  const processed = folds.flatMap((consumer) => [
    `  ${consumer.inputs.map(idOf).join(' & ')} --> ${consumer.name} --> ${outputsOf(consumer).map(idOf).join(' & ')}`,
    ...(consumer.global === null ? [] : [`  ${idOf(consumer.global)} -.-> ${consumer.name}`]),
  ]);
  return [
    '```mermaid',
    'flowchart TD',
    ...drawnTopics.map((topic) => `  ${topicNode(topic)}`),
    ...written,
    ...processed,
    `  ${drawnTopics.filter(endsInTables).map(idOf).join(' & ')} --> sink`,
    '  sink --> tables[(ClickHouse tables)]',
    '  tables --> readers[/interfaces A and B, explorer, webhooks, SQL/]',
    '```',
  ].join('\n');
};

/** The sink copies nearly every topic; lines are drawn for those that no processor reads. */
const endsInTables = (topic: TopicName): boolean =>
  !folds.some(({ inputs, global }) => inputs.includes(topic) || global === topic);

/** The table of processors. */
export const processorTable = (): string => {
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const rows = folds.map((consumer) => {
    const name = `\`${consumer.name}\`${consumer.role === 'publishers' ? ', a publisher' : ''}`;
    const global = consumer.global === null ? '' : `\`${consumer.global}\``;
    return `| ${name} | ${list(consumer.inputs)} | ${global} | ${list(outputsOf(consumer))} |`;
  });
  return [
    '| Processor | Input | Global table | Writes |',
    '|-|-|-|-|',
    ...rows,
    '| `sink`, `accounts-sink` | every topic with a table | | tables |',
  ].join('\n');
};

/** Replaces what stands between the comments `<!-- name -->` and `<!-- end name -->` of a page. */
export function withPart(page: string, name: string, part: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
  const [before, rest] = page.split(from);
  const after = rest?.split(to)[1];
  if (before === undefined || after === undefined) throw new Error(`no part ${name}`);
  return `${before}${from}\n${part}\n${to}${after}`;
}
