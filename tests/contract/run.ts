/**
 * The running service against its own description: schemathesis sends what the description allows and what it does not,
 * and redocly reads the description as a reader would. Needs python3 (3.10 or newer) with pip, and the package registries
 * of Python and npm; what is missing is said and skipped, and what ran decides the exit code.
 *
 * Arguments: `--examples N` (cases per operation and phase, 100 when left out), `--seed N`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSandbox, type RunningService } from '../support/service.ts';

const schemathesisVersion = '4.25.0';
const redoclyVersion = '2.77.0';

/** Checks that are not run, each with the reason. */
const excludedChecks: Readonly<Record<string, string>> = {
  negative_data_rejection:
    'unknown parameters of lists, and pages and windows out of range, are ignored on purpose (G-16, A-07, B-43)',
  positive_data_acceptance:
    'a token lookup takes one of two forms (A-46), a list parameter is not empty (B-46): the description cannot say the first',
};

/** Operations that are not sent to, each with the reason. */
const excludedOperations: Readonly<Record<string, string>> = {
  streamChanges: 'its answer does not end',
};

interface Outcome {
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly note: string;
}

const { values } = parseArgs({ options: { examples: { type: 'string' }, seed: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'attestry-contract-'));
const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
const outcomes: Outcome[] = [];
try {
  const service = await sandbox.up({ demo: true });
  outcomes.push(await lint(service));
  outcomes.push(...(await fuzz(service)));
} finally {
  await sandbox.destroy();
  rmSync(folder, { recursive: true, force: true });
}
console.log('\nchecks left out:');
for (const [name, reason] of Object.entries({ ...excludedChecks, ...excludedOperations })) {
  console.log(`  ${name}: ${reason}`);
}
for (const { name, result, note } of outcomes)
  console.log(`${result.padEnd(7)} ${name}${note === '' ? '' : `: ${note}`}`);
process.exitCode = outcomes.some(({ result }) => result === 'failed') ? 1 : 0;

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
  const done: Outcome[] = [];
  for (const [of, tag, header] of [
    ['interface A', 'A', `Authorization: ${key}`],
    ['interface B', 'B', `Authorization: Bearer ${key}`],
    ['beside the interfaces', 'service', null],
  ] as const) {
    const code = await run(program.path, [
      'run',
      `${service.httpUrl}/openapi.json`,
      '--url',
      service.httpUrl,
      '--include-tag',
      tag,
      ...Object.keys(excludedOperations).flatMap((id) => ['--exclude-operation-id', id]),
      '--checks',
      'all',
      '--exclude-checks',
      Object.keys(excludedChecks).join(),
      '--max-examples',
      values.examples ?? '100',
      ...(values.seed === undefined ? [] : ['--seed', values.seed]),
      '--generation-database',
      'none',
      '--suppress-health-check',
      'all',
      '--continue-on-failure',
      '--no-color',
      ...(header === null ? [] : ['--header', header]),
    ]);
    done.push({ name: `${name}, ${of}`, result: code === 0 ? 'passed' : 'failed', note: '' });
  }
  return done;
}

/** Installs it once, in a folder of its own that later runs use again. */
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

/** Exit code; that of a program which is not there is null. */
function run(program: string, arguments_: readonly string[], { quiet = false } = {}): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, arguments_, {
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', quiet ? 'ignore' : 'inherit'],
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
}
