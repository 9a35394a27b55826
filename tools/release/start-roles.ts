/** Starts every role of the program from an installation. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runRoles } from '../../cli/service/roles.ts';
import { collect, outcomeOf, outputOf, startIn } from './commands.ts';

type Settings = Readonly<Record<string, string>>;

interface Ready {
  readonly httpUrl: string;
}

/** Of a folder in which `node_modules/.bin/attestry` is. */
export interface Installation {
  readonly folder: string;
  readonly program: string;
}

/**
 * Starts `up` on an empty directory and `serve` beside it, asks both for what packages gave to the bundle, reads a PDF, and
 * ends them. Throws when one does not start or answer. Returns a sentence for each.
 */
export async function startTogether({ folder, program }: Installation): Promise<readonly string[]> {
  const data = mkdtempSync(join(tmpdir(), 'attestry-installed-'));
  const settings = settingsOf(data);
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const done: string[] = [];
    for (const role of ['up', 'serve']) {
      const { ready, end } = await startRole(folder, [program, role, '--json'], settings);
      ends.unshift(end);
      await askFor(ready.httpUrl);
      done.push(`${role}: ready, and answers with its pages, the API's page and its files`);
    }
    await outputOf(folder, [program, 'status', '--json'], settings);
    const file = join(data, 'terms.pdf');
    writeFileSync(file, smallPdf('The issuer is Example Issuance GmbH.'));
    const read = await outputOf(folder, [program, 'documents', 'read', file, '--json'], settings);
    if (!read.includes('{')) throw new Error(`documents read: ${read}`);
    return [...done, 'status, documents read: a PDF is read'];
  } finally {
    for (const end of ends) await end();
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * Starts each role of a cluster, with settings that name servers at a port that nothing listens on, until it states that Kafka
 * cannot be reached: by then it has loaded all of its modules. Returns a sentence for each.
 */
export async function startClusterRoles({ folder, program }: Installation): Promise<readonly string[]> {
  const data = mkdtempSync(join(tmpdir(), 'attestry-installed-'));
  mkdirSync(join(data, 'keys'), { mode: 0o700 });
  const settings: Settings = {
    ...settingsOf(data),
    ATTESTRY_KAFKA_BROKERS: '127.0.0.1:1',
    ATTESTRY_SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1',
    ATTESTRY_CLICKHOUSE_URL: 'http://127.0.0.1:1',
    ATTESTRY_TENANT_KEYS_DIR: join(data, 'keys'),
    ATTESTRY_SIGNING_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}`,
  };
  try {
    const done: string[] = [];
    for (const role of [['serve'], ...runRoles.map((name) => ['run', name])]) {
      const child = startIn(folder, [program, ...role, '--json'], settings);
      const text = await untilText(child, unreachable);
      child.kill('SIGKILL');
      if (!text.includes(unreachable)) throw new Error(`${role.join(' ')}: ${text}`);
      done.push(`${role.join(' ')}: starts, and waits for its servers`);
    }
    return done;
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const unreachable = 'ECONNREFUSED 127.0.0.1:1';

/** Without the engine of the tables `up` ends with code 2 and a sentence that has the command. Returns the sentence. */
export async function startWithoutEngine({ folder, program }: Installation): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'attestry-installed-'));
  try {
    const { code, stderr } = await outcomeOf(folder, [program, 'up'], settingsOf(data));
    const line = stderr.split('\n').find((one) => one.includes('need the package chdb'));
    if (code !== 2 || line === undefined || !line.includes(`npm install --prefix ${folder} `)) {
      throw new Error(`up without the engine ended with ${code ?? 'a signal'}: ${stderr}`);
    }
    return line;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Settings of a role on a data directory: no feeds, and free ports. */
export const settingsOf = (data: string): Settings => ({
  ATTESTRY_DATA_DIR: data,
  ATTESTRY_FEEDS: 'none',
  ATTESTRY_LOG_LEVEL: 'warn',
  ...Object.fromEntries(['HTTP', 'OPS', 'SQL', 'REGISTRY'].map((port) => [`ATTESTRY_${port}_PORT`, '0'])),
});

/** Starts a role and waits for its first line. Throws with its errors when it ends before. */
export async function startRole(
  folder: string,
  command: readonly string[],
  settings: Settings,
): Promise<{ readonly ready: Ready; readonly end: () => Promise<unknown> }> {
  const child = startIn(folder, command, settings);
  const stderr = collect(child.stderr);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    const stdout = collect(child.stdout);
    child.stdout?.on('data', () => {
      const [line, ...more] = stdout().split('\n');
      if (line !== undefined && more.length > 0) resolve(JSON.parse(line) as Ready);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${command.join(' ')} ended before it was ready: ${stderr()}`)));
  });
  const end = (): Promise<void> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { ready, end };
}

/** Resolves with what a process has written to both outputs once it contains a text, or when the process has ended. */
function untilText(child: ReturnType<typeof startIn>, text: string): Promise<string> {
  const outputs = [collect(child.stdout), collect(child.stderr)];
  const all = (): string => outputs.map((output) => output()).join('');
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', () => {
        if (all().includes(text)) resolve(all());
      });
    }
    child.once('close', () => resolve(all()));
  });
}

/** Pages, the page of the API, and the files of packages that they load. */
async function askFor(url: string): Promise<void> {
  const get = async (path: string): Promise<string> => {
    const response = await fetch(`${url}${path}`);
    const body = await response.text();
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${body}`);
    return body;
  };
  for (const path of ['/version', '/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])
    await get(path);
  const page = await get('/');
  const style = /\/static\/explorer\.[^"']+\.css/.exec(page)?.[0];
  const font = /\/static\/inter\.\w+\.woff2/.exec(await get(style ?? '/static/'))?.[0];
  await get(font ?? '/static/');
}

/** A PDF of one page with one line. */
function smallPdf(line: string): string {
  const stream = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  return `${text}xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}
