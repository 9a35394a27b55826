/** Runs a page whose `sh` blocks are one shell session: the block below each one shows its output. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from './blocks.ts';

export interface Session {
  /** Addresses on the page, each with the address in this run. */
  readonly addresses: readonly (readonly [string, string])[];
  /** The command that replaces `npx attestry`; null runs the pages word for word. */
  readonly program: string | null;
  /** Where the page runs; a new folder when not given. */
  readonly directory?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The expected body of each output block. Throws if a command of the page fails; an HTTP error is a failure. */
export async function bodiesOfSession(
  blocks: readonly Block[],
  { addresses, program, environment, directory: place }: Session,
): Promise<ReadonlyMap<Block, string>> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-page-'));
  try {
    const answered = blocks.flatMap((block, index) => {
      const below = blocks[index + 1];
      return block.language !== 'sh' ? [] : [{ block, answer: below?.language === '' ? below : null }];
    });
    const script = [
      'set -euo pipefail',
      'curl() { command curl --fail-with-body --show-error "$@"; }',
      ...answered.flatMap(({ block }, index) => [`exec > ${directory}/${index}`, block.body]),
    ].join('\n');
    const text = addresses.reduce((done, [shown, actual]) => done.replaceAll(shown, actual), script);
    const file = join(directory, 'page.sh');
    writeFileSync(file, program === null ? text : text.replaceAll('npx attestry', program));
    const { code, stderr } = await runScript(file, environment, place ?? directory);
    if (code !== 0) throw new Error(`the page ended with ${code}: ${stderr}`);
    return new Map(
      answered.flatMap(({ answer }, index) =>
        answer === null ? [] : [[answer, readFileSync(join(directory, String(index)), 'utf8').trimEnd()] as const],
      ),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runScript(
  path: string,
  env: Session['environment'],
  cwd: string,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [path], { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stderr }));
  });
}
