/** Generators of clients, run on the description of the service; what they make is compiled and calls it. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  readonly name: string;
  readonly result: 'failed' | 'passed' | 'skipped';
  readonly note: string;
}

/** Runs a program and resolves with its exit code; null if it does not exist. */
export type Run = (
  program: string,
  arguments_: readonly string[],
  options?: { readonly quiet?: boolean; readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
) => Promise<number | null>;

interface Parts {
  /** The file with the description. */
  readonly description: string;
  /** An empty folder. */
  readonly folder: string;
  readonly url: string;
  readonly key: string;
  readonly run: Run;
}

const modelVersion = '0.89.0';
const openapiGeneratorVersion = '7.17.0';
const token = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const generators: readonly ((parts: Parts) => Promise<Outcome>)[] = [typescript, models, python];

const outcomeOf = (name: string, code: number | null): Outcome => ({
  name,
  result: code === 0 ? 'passed' : 'failed',
  note: '',
});
const skipped = (name: string, note: string): Outcome => ({ name, result: 'skipped', note });

/** The client of `clients/typescript`, with types of the running service, by TypeScript 5. */
async function typescript({ description, folder, url, key, run }: Parts): Promise<Outcome> {
  const name = 'openapi-typescript with openapi-fetch';
  const cwd = join(folder, 'typescript');
  cpSync(fileURLToPath(new URL('../../clients/typescript', import.meta.url)), cwd, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  if ((await run('npm', ['ci', '--ignore-scripts'], { cwd, quiet: true })) !== 0) {
    return skipped(name, 'npm cannot install it: is the npm registry reachable?');
  }
  const call = `
import { createAttestry } from './client.ts';
const attestry = createAttestry({ baseUrl: process.env['URL'] ?? '', key: process.env['KEY'] ?? '' });
const { data } = await attestry.registry.GET('/kyi/v1/tokens', { params: { query: { caip19: '${token}' } } });
if (data?.data[0]?.token.caip19 !== '${token}') throw new Error('no token');
const { data: feed } = await attestry.monitoring.GET('/me/monitoring/changes', { params: { query: { days: 365 } } });
const [first] = feed?.items ?? [];
if (first === undefined || first.title.length === 0) throw new Error('no change');
const { error } = await attestry.monitoring.POST('/me/watchlist', { body: { assetId: 'x' } });
if (error === undefined || !('code' in error) || error.code !== 'invalid_parameter') throw new Error('no refusal');
let assets = 0;
const pages = attestry.pages(await attestry.registry.GET('/assets', { params: { query: { page_size: '10' } } }));
for await (const page of pages) assets += page.data.length;
if (assets < 20) throw new Error(\`\${assets} assets\`);
`;
  writeFileSync(join(cwd, 'src/call.ts'), call);
  const program = ['node_modules/openapi-typescript/bin/cli.js', description, '--output', 'src/schema.ts'];
  const env = { ...process.env, URL: url, KEY: key };
  const code = await inTurn([
    () => run(process.execPath, program, { cwd }),
    () => run(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd }),
    () => run(process.execPath, ['dist/call.js'], { cwd, env }),
  ]);
  return outcomeOf(name, code);
}

/** Models in Python, which read a real answer. */
async function models({ description, folder, url, key, run }: Parts): Promise<Outcome> {
  const name = `datamodel-codegen ${modelVersion}`;
  const bin = await installPython(join(folder, 'models'), [`datamodel-code-generator==${modelVersion}`], run);
  if (bin === null) return skipped(name, 'python3 with venv, or the Python package index, is missing');
  const cwd = join(folder, 'models');
  const given = ['--input', description, '--input-file-type', 'openapi', '--output', 'models.py'];
  given.push('--output-model-type', 'pydantic_v2.BaseModel', '--target-python-version', '3.11');
  const call = `
import json, urllib.request
from models import ChangeFeed, TokenLookup
def get(path, key):
    return json.load(urllib.request.urlopen(urllib.request.Request('${url}' + path, headers={'Authorization': key})))
feed = ChangeFeed.model_validate(get('/me/monitoring/changes?days=365', 'Bearer ${key}'))
assert len(feed.items) > 0 and feed.items[0].explanation.headline
assert TokenLookup.model_validate(get('/kyi/v1/tokens?caip19=${token}', '${key}')).kyi_verified in (True, False)
`;
  writeFileSync(join(cwd, 'call.py'), call);
  const code = await inTurn([
    () => run(join(bin, 'datamodel-codegen'), given, { cwd }),
    () => run(join(bin, 'python'), ['call.py'], { cwd }),
  ]);
  return outcomeOf(name, code);
}

/** A client in Python by openapi-generator, which calls. */
async function python({ description, folder, url, key, run }: Parts): Promise<Outcome> {
  const name = `openapi-generator ${openapiGeneratorVersion}, python`;
  const cwd = join(folder, 'generator');
  mkdirSync(cwd);
  const jar = join(cwd, 'generator.jar');
  const artifact = `org.openapitools:openapi-generator-cli:${openapiGeneratorVersion}`;
  const copy = [
    '-q',
    'dependency:copy',
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${cwd}`,
    '-Dmdep.stripVersion=true',
  ];
  await run('mvn', copy, { cwd, quiet: true });
  const copied = join(cwd, 'openapi-generator-cli.jar');
  if (!existsSync(copied))
    return skipped(name, 'Maven cannot fetch it: is Maven installed and its registry reachable?');
  cpSync(copied, jar);
  const given = ['-jar', jar, 'generate', '-g', 'python', '-i', description, '-o', join(cwd, 'client')];
  given.push('--additional-properties', 'packageName=attestry_client');
  if ((await run('java', given, { cwd, quiet: true })) !== 0) return outcomeOf(name, 1);
  const bin = await installPython(join(cwd, 'venv'), [join(cwd, 'client')], run);
  if (bin === null) return skipped(name, 'python3 with venv, or the Python package index, is missing');
  const call = `
import attestry_client as c
def client(scheme):
    made = c.Configuration(host='${url}')
    made.api_key['registryKey'] = '${key}'
    made.access_token = '${key}'
    return c.ApiClient(made)
found = c.RegistryApi(client('A')).look_up_token(caip19='${token}')
assert found.data[0].token.caip19 == '${token}'
feed = c.MonitoringApi(client('B')).list_changes(days=365)
assert len(feed.items) > 0 and feed.items[0].title
`;
  writeFileSync(join(cwd, 'call.py'), call);
  return outcomeOf(name, await run(join(bin, 'python'), ['call.py'], { cwd }));
}

/** Ends with the first step that fails. */
async function inTurn(steps: readonly (() => Promise<number | null>)[]): Promise<number | null> {
  for (const step of steps) {
    const code = await step();
    if (code !== 0) return code;
  }
  return 0;
}

/** The `bin` of a virtual environment with these packages; null if it cannot be made. */
async function installPython(folder: string, packages: readonly string[], run: Run): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const venv = join(folder, '.venv');
  const bin = join(venv, 'bin');
  if ((await run('python3', ['-m', 'venv', venv], { quiet: true })) !== 0) return null;
  const installed = await run(join(bin, 'pip'), ['install', '--quiet', ...packages], { quiet: true });
  if (installed === 0) return bin;
  rmSync(venv, { recursive: true, force: true });
  return null;
}
