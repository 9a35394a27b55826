/** Runs the examples of `--help` as a reader types them, against a demo. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandExamples, exampleIds } from '../../cli/command-examples.ts';
import { fixturePath } from '../support/fixture-path.ts';
import type { CliResult } from '../support/commands.ts';
import type { Sandbox } from '../support/service.ts';
import { authorityLine, registryLines, writeLines } from '../support/demo-world.ts';
import { pathOf } from './tree.ts';

export type CommandPath = keyof typeof commandExamples;

/** Words of a command line as a shell splits them. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Commands that only read, whatever their example. */
export const reading: readonly CommandPath[] = [
  ...([
    'demo',
    'doctor',
    'config print',
    'wait',
    'completion',
    'open',
    'status',
    'standing',
    'coverage',
    'sql',
    'export changes',
  ] as const),
  ...(['explain', 'screen', 'match', 'feeds list', 'feeds diff', 'sources diff', 'documents'] as const),
  ...(['documents read', 'documents suggest', 'profiles list', 'profiles check', 'chains', 'chains read'] as const),
  ...([
    'ticks',
    'fields',
    'registry export',
    'registry list',
    'registry show',
    'registry find',
    'changes list',
    'rules list',
    'keys list',
    'keys events',
  ] as const),
  ...(['tenants list', 'watch list', 'topics list', 'topics apply', 'topics tail', 'dead-letters list'] as const),
  ...(['log copy', 'topics accept-loss', 'artifacts copy', 'chains resume'] as const),
];

/** Commands that write beside a running service. */
export const writing: readonly CommandPath[] = [
  ...([
    'asset add',
    'asset link',
    'asset unlink',
    'asset withdraw',
    'asset restore',
    'party add',
    'party kyi',
  ] as const),
  ...(['registry import', 'registry logo', 'observe', 'feeds run', 'documents run', 'changes confirm'] as const),
  ...([
    'changes dismiss',
    'changes reopen',
    'rules issued',
    'rules activate',
    'ticks resume',
    'artifacts prune',
    'backup',
    'keys create',
  ] as const),
  ...(['keys set', 'watch add', 'intake retry', 'watch remove', 'keys rotate', 'keys revoke'] as const),
  ...(['dead-letters park', 'replay', 'verify', 'tenants erase'] as const),
];

/** Commands for a data directory without a service, in an order in which each finds what it needs. */
export const withoutService: readonly CommandPath[] = ['migrate', 'tables rebuild', 'reset', 'restore'];

/** Commands that run until a signal, which other tests start. */
export const services: readonly CommandPath[] = [
  ...(['up', 'serve', 'run publishers', 'run processors', 'run sink', 'run deliver'] as const),
];

/** Examples that end otherwise in a demo without nodes, contact and cluster: exit code and message. */
const otherwise: Readonly<Record<string, readonly [code: number, message: RegExp]>> = {
  'doctor --tables-user analyst': [2, /set ATTESTRY_CLICKHOUSE_URL/],
  [commandExamples['tables rebuild'][1]]: [2, /--of-log is for tables on a server/],
  // The one open candidate of the demo was decided by the example before.
  ...Object.fromEntries(
    [commandExamples['changes confirm'][1], ...commandExamples['changes dismiss']].map((line) => [
      line,
      [2, /is confirmed already/],
    ]),
  ),
  [commandExamples['changes reopen'][1]]: [1, /the review changed nothing/],
  // The log of the demo is shorter.
  ...Object.fromEntries(commandExamples['dead-letters park'].map((line) => [line, [2, /ends before/]])),
  // The first example has removed it.
  [commandExamples['watch remove'][1]]: [1, /is not on the watchlist/],
  'chains read eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': [2, /ATTESTRY_RPC_ETHEREUM names no/],
  ...Object.fromEntries(
    commandExamples['documents suggest'].map((line) => [line, [2, /ATTESTRY_DOCUMENTS_CONTACT is not set/]]),
  ),
  ...Object.fromEntries(commandExamples['log copy'].map((line) => [line, [78, /ATTESTRY_KAFKA_BROKERS is missing/]])),
  ...Object.fromEntries(commandExamples['topics accept-loss'].map((line) => [line, [2, /loses no records/]])),
  ...Object.fromEntries(commandExamples['artifacts copy'].map((line) => [line, [2, /set ATTESTRY_ARTIFACTS_URL/]])),
};

/** Examples that go on until a signal, or that send requests to a public server. */
const notRun: ReadonlySet<string> = new Set([
  'topics tail observations --from latest --follow',
  'feeds run un-sc',
  'documents run https://demo-issuer.example/terms.html',
  'registry logo --fetch 3e41bcd9-2da5-5586-8aaf-47d49062cad7',
]);

/** The files that the examples name, in a folder of their own. Returns the path of a word that names one. */
export function prepareFiles(folder: string): (word: string) => string {
  const emtwp = (day: string): string => fixturePath('esma-emtwp', `EMTWP-${day}.csv`);
  const copies: readonly (readonly [string, string])[] = [
    ['emtwp.csv', emtwp('20260821')],
    ['monday.csv', emtwp('20260129')],
    ['tuesday.csv', emtwp('20260130')],
    ['terms.html', pathOf('demo/files/documents/demo-dollar-terms-2.html')],
    ['old.html', pathOf('demo/files/documents/demo-dollar-terms-1.html')],
    ['new.html', pathOf('demo/files/documents/demo-dollar-terms-2.html')],
    ['usdc.cassette.gz', fixturePath('chain-readings', '1.cassette.gz')],
    ['logo.png', pathOf('docs/explorer.png')],
  ];
  for (const [name, from] of copies) copyFileSync(from, join(folder, name));
  const pair = { name1: 'Example Trading LLC', name2: 'Example Trading', schema: 'Company' };
  writeLines(folder, 'pairs.ndjson', [JSON.stringify(pair)]);
  writeLines(folder, 'pairs.csv', [Object.keys(pair).join(','), Object.values(pair).join(',')]);
  writeLines(folder, 'assets.ndjson', registryLines({ assets: 2 }));
  const at = Date.UTC(2026, 8, 1);
  writeLines(folder, 'monday.ndjson', [authorityLine(0, 1, at)]);
  writeLines(folder, 'tuesday.ndjson', [authorityLine(0, 2, at + 86_400_000)]);
  const made = ['pairs.ndjson', 'pairs.csv', 'assets.ndjson', 'monday.ndjson', 'tuesday.ndjson'];
  const written = ['evidence.json', 'changes.parquet'];
  const names = new Set([...copies.map(([name]) => name), ...made, ...written]);
  return (word) => (names.has(word) || /^\/(?:backups|vault)\//.test(word) ? join(folder, word) : word);
}

interface ListedItem {
  readonly keyId: string;
  readonly tenantId: string;
  readonly itemId: string;
}

/** Ids of the demo in place of those of the examples, which must have their form. */
export async function idsOf({ json }: Pick<Sandbox, 'json'>): Promise<(word: string) => string> {
  const [item] = await json<readonly ListedItem[]>('watch', 'list');
  const key = (await json<readonly ListedItem[]>('keys', 'list')).find(({ tenantId }) => tenantId === item?.tenantId);
  if (item === undefined || key === undefined) throw new Error('the demo has no watchlist');
  const actual: Readonly<Record<string, string>> = {
    [exampleIds.key]: key.keyId,
    [exampleIds.tenant]: item.tenantId,
    [exampleIds.item]: item.itemId,
  };
  for (const [shown, id] of Object.entries(actual)) {
    if (formOf(shown) !== formOf(id)) throw new Error(`${shown} has not the form of ${id}`);
  }
  return (word) => actual[word] ?? word;
}

const formOf = (id: string): string => id.replaceAll(/[A-Za-z0-9_]/g, 'x');

/** Runs both examples of a command. Throws with the output where one ends otherwise than the table states. */
export async function runExamples(
  path: CommandPath,
  run: (words: readonly string[]) => Promise<CliResult>,
): Promise<void> {
  for (const line of commandExamples[path]) {
    if (notRun.has(line)) continue;
    const { code, stdout, stderr } = await run(wordsOf(line));
    const [expected, message] = otherwise[line] ?? [0, /^/];
    if (code !== expected || !message.test(stderr)) {
      throw new Error(`attestry ${line}: exit ${code} instead of ${expected}\n${stdout.slice(0, 2_000)}${stderr}`);
    }
  }
}
