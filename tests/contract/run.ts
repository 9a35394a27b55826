/**
 * Tests the running service against its OpenAPI description: schemathesis sends valid and invalid requests (exceptions are
 * in schemathesis.toml), half of them with existing values, redocly lints the description, and SQLAlchemy reflects the
 * views. Requires python3 (3.10 or
 * newer) with pip, and the package registries of Python and npm; one generator of clients also Java and Maven. A missing
 * tool is reported and skipped; the exit code depends on the tools that ran.
 *
 * It also installs the tarball of the program into an empty folder and starts every role from there.
 *
 * Arguments: `--examples N` (cases per operation and phase, default 100), `--seed N`, `--only` with `fuzz`, `generators` or
 * `installed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Tag } from '../../api/openapi/tags.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { checkInstalled } from '../../tools/release/check-installed.ts';
import { generators } from './generators.ts';
import { reflectViews } from './reflect.ts';
import { createSandbox, type RunningService } from '../support/service.ts';

const schemathesisVersion = '4.25.0';
const redoclyVersion = '2.77.0';

interface Outcome {
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly note: string;
}

const options = { examples: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } } as const;
const { values } = parseArgs({ options });
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'attestry-contract-'));
const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_LOG_LEVEL: 'info' });
const outcomes: Outcome[] = [];
const isWanted = (part: string): boolean => values.only === undefined || values.only === part;
try {
  if (isWanted('installed')) outcomes.push(await installed());
  if (values.only !== 'installed') await testDescription();
} finally {
  await sandbox.destroy();
  rmSync(folder, { recursive: true, force: true });
}
for (const { name, result, note } of outcomes)
  console.log(`${result.padEnd(7)} ${name}${note === '' ? '' : `: ${note}`}`);
process.exitCode = outcomes.some(({ result }) => result === 'failed') ? 1 : 0;

/** The running service against its description. */
async function testDescription(): Promise<void> {
  // A port of 0 keeps the listener for SQL closed.
  const [sql = 0] = await freePorts(1);
  const service = await sandbox.up({ demo: true, env: { ATTESTRY_SQL_PORT: String(sql) } });
  outcomes.push(await lint(service));
  const parts = {
    description: join(folder, 'openapi.json'),
    folder,
    url: service.httpUrl,
    key: service.demoKey ?? '',
    run,
  };
  if (isWanted('generators')) outcomes.push(await reflectViews(service.sqlUrl, run));
  if (values.only !== 'fuzz') for (const generate of generators) outcomes.push(await generate(parts));
  if (isWanted('fuzz')) outcomes.push(...(await fuzz(service)));
  console.log(`\n${answersOf(service)}`);
}

async function installed(): Promise<Outcome> {
  const name = 'installed program';
  if ((await run('npm', ['ping'], { quiet: true })) !== 0) {
    return { name, result: 'skipped', note: 'is the npm registry reachable?' };
  }
  try {
    await checkInstalled(root, (sentence) => console.log(sentence));
    return { name, result: 'passed', note: '' };
  } catch (error) {
    return { name, result: 'failed', note: error instanceof Error ? error.message : String(error) };
  }
}

async function lint({ httpUrl }: RunningService): Promise<Outcome> {
  const name = `redocly ${redoclyVersion}`;
  const file = join(folder, 'openapi.json');
  writeFileSync(file, await (await fetch(`${httpUrl}/openapi.json`)).text());
  const installed = await run('npx', ['--yes', `@redocly/cli@${redoclyVersion}`, '--version'], { quiet: true });
  if (installed !== 0) return { name, result: 'skipped', note: 'npx cannot fetch it: is the npm registry reachable?' };
  const code = await run('npx', ['--yes', `@redocly/cli@${redoclyVersion}`, 'lint', file]);
  return { name, result: code === 0 ? 'passed' : 'failed', note: '' };
}

async function fuzz(service: RunningService): Promise<readonly Outcome[]> {
  const name = `schemathesis ${schemathesisVersion}`;
  const program = await installSchemathesis();
  if ('missing' in program) return [{ name, result: 'skipped', note: program.missing }];
  const key = service.demoKey ?? '';
  writeFileSync(join(folder, 'values.json'), JSON.stringify(await valuesOf(service)));
  const env = { ...process.env, SCHEMATHESIS_HOOKS: 'hooks.py', CONTRACT_VALUES: join(folder, 'values.json') };
  const done: Outcome[] = [];
  for (const [of, tag, header] of [
    ['interface A', 'Registry', `Authorization: ${key}`],
    ['interface B', 'Monitoring', `Authorization: Bearer ${key}`],
    ['beside the interfaces', 'Service', null],
  ] as const satisfies readonly (readonly [of: string, tag: Tag, header: string | null])[]) {
    const given = [
      ...['--config-file', 'schemathesis.toml', 'run', `${service.httpUrl}/openapi.json`, '--url', service.httpUrl],
      ...[
        '--request-timeout',
        '60',
        '--include-tag',
        tag,
        '--checks',
        'all',
        '--max-examples',
        values.examples ?? '100',
      ],
      ...(values.seed === undefined ? [] : ['--seed', values.seed]),
      ...['--generation-database', 'none', '--suppress-health-check', 'all', '--continue-on-failure', '--no-color'],
      ...(header === null ? [] : ['--header', header]),
    ];
    const code = await run(program.path, given, { cwd: here, env });
    done.push({ name: `${name}, ${of}`, result: code === 0 ? 'passed' : 'failed', note: '' });
  }
  return done;
}

/** Requests with existing values, by operation: of the demo's assets and of its key holder's watchlist. */
async function valuesOf({ httpUrl, demoKey }: RunningService): Promise<object> {
  const get = async <T>(path: string, scheme = ''): Promise<T> => {
    const response = await fetch(`${httpUrl}${path}`, { headers: { authorization: `${scheme}${demoKey}` } });
    return (await response.json()) as T;
  };
  const assets = await get<Assets>('/assets?page_size=100');
  const deployments = assets.data.map(({ token_details: { chain, address } }) => ({ chain, account_address: address }));
  const addresses = deployments.map(({ account_address: address }) => address);
  const tokens = await Promise.all(
    addresses.slice(0, 10).map((address) => get<Tokens>(`/kyi/v1/tokens?address=${address}`)),
  );
  const identifiers = tokens.flatMap(({ data }) => data.map(({ token }) => token.caip19));
  const { items: watched } = await get<Items<{ asset: { id: string } }>>('/me/watchlist', 'Bearer ');
  const { items: changes } = await get<Items<object>>('/me/monitoring/changes?days=365&showAll=true', 'Bearer ');
  const ofItems = watched.map(({ id }) => ({ path: { id } }));
  const ofFeed = [{ query: { days: 365, showAll: true } }, { query: { days: 365, sort: 'impact' } }];
  return {
    getAsset: deployments.map((path) => ({ path })),
    lookUpToken: [
      ...identifiers.map((caip19) => ({ query: { caip19 } })),
      ...addresses.map((address) => ({ query: { address } })),
    ],
    lookUpTokens: [{ body: { tokens: identifiers.map((caip19) => ({ caip19 })) } }],
    addToWatchlist: watched.map(({ asset }) => ({ body: { assetId: asset.id } })),
    updateWatchlistItem: ofItems,
    listChanges: ofFeed,
    exportChanges: ofFeed.slice(0, 1),
    getChange: changes.map(({ id }) => ({ path: { id } })),
  };
}

interface Assets {
  readonly data: readonly { readonly token_details: { readonly chain: string; readonly address: string } }[];
}
interface Tokens {
  readonly data: readonly { readonly token: { readonly caip19: string } }[];
}
interface Items<T> {
  readonly items: readonly (T & { readonly id: string })[];
}

/** Number of responses by operation and status, from the service's log. */
function answersOf(service: RunningService): string {
  const counts = new Map<string, Map<string, number>>();
  for (const line of service.stderr().split('\n')) {
    if (!line.includes('"request answered"')) continue;
    const { operationId, status } = JSON.parse(line) as {
      readonly operationId: string | null;
      readonly status: number;
    };
    const name = operationId ?? 'no operation';
    const statuses = counts.get(name) ?? new Map<string, number>();
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    counts.set(name, statuses);
  }
  const lineOf = ([name, statuses]: readonly [string, ReadonlyMap<string, number>]): string =>
    `${name.padEnd(24)} ${[...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`;
  return [...counts].sort().map(lineOf).join('\n');
}

/** Installs schemathesis once, in a virtual environment that later runs use again. */
async function installSchemathesis(): Promise<{ readonly path: string } | { readonly missing: string }> {
  const venv = join(tmpdir(), `attestry-schemathesis-${schemathesisVersion}`);
  const path = join(venv, 'bin', 'schemathesis');
  if (existsSync(path)) return { path };
  const isNewEnough = 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else 1)';
  if ((await run('python3', ['-c', isNewEnough], { quiet: true })) !== 0) {
    return { missing: 'python3 3.10 or newer is not installed' };
  }
  if ((await run('python3', ['-m', 'venv', venv], { quiet: true })) !== 0) {
    return { missing: 'python3 cannot make a virtual environment: is python3-venv installed?' };
  }
  const pip = join(venv, 'bin', 'pip');
  const code = await run(pip, ['install', '--quiet', `schemathesis==${schemathesisVersion}`], { quiet: true });
  if (code === 0) return { path };
  rmSync(venv, { recursive: true, force: true });
  return { missing: 'pip cannot install it: is the Python package index reachable?' };
}

interface RunOptions {
  readonly quiet?: boolean;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns the exit code; null if the program does not exist. */
function run(program: string, arguments_: readonly string[], options: RunOptions = {}): Promise<number | null> {
  const { quiet = false, ...where } = options;
  return new Promise((resolve) => {
    const output = quiet ? 'ignore' : 'inherit';
    const child = spawn(program, arguments_, { ...where, stdio: ['ignore', output, output] });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
}
