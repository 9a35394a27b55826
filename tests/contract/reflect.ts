/** SQLAlchemy over the SQL port: the typed views are reflected and read, hidden tables are neither. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome, Run } from './generators.ts';

const clientVersion = '1.12.0';
const migration = new URL('../../infra/clickhouse/migrations/0013_views_for_analysts.sql', import.meta.url);

export async function reflectViews(sqlUrl: string | null, run: Run): Promise<Outcome> {
  const name = `FD-21 SQLAlchemy with clickhouse-connect ${clientVersion}`;
  if (sqlUrl === null) return { name, result: 'failed', note: 'the service has no SQL port' };
  const python = await installClient(run);
  if (python === null)
    return { name, result: 'skipped', note: 'pip cannot install it: is the Python package index reachable?' };
  const views = [...readFileSync(migration, 'utf8').matchAll(/CREATE VIEW IF NOT EXISTS attestry\.(\w+)/g)];
  const url = `clickhousedb+connect://default:@${new URL(sqlUrl).host}/attestry`;
  const program = fileURLToPath(new URL('reflect.py', import.meta.url));
  const env = { ...process.env, CONTRACT_VIEWS: views.map(([, view = '']) => view).join(',') };
  const code = await run(python, [program, url], { env });
  return { name, result: code === 0 ? 'passed' : 'failed', note: '' };
}

/** Path of a Python with the client, in a virtual environment that later runs use again; null if it cannot be installed. */
async function installClient(run: Run): Promise<string | null> {
  const venv = join(tmpdir(), `attestry-sqlalchemy-${clientVersion}`);
  const python = join(venv, 'bin', 'python');
  if (existsSync(python)) return python;
  if ((await run('python3', ['-m', 'venv', venv], { quiet: true })) !== 0) return null;
  const wanted = `clickhouse-connect[sqlalchemy]==${clientVersion}`;
  if ((await run(join(venv, 'bin', 'pip'), ['install', '--quiet', wanted], { quiet: true })) === 0) return python;
  rmSync(venv, { recursive: true, force: true });
  return null;
}
