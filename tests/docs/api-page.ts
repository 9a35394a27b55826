/** Runs pages whose `sh` blocks are a shell session each: the block below each one shows its output. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../support/commands.ts';
import type { Block } from './blocks.ts';
import { programsHere } from './programs-here.ts';

export interface Session {
  /** Addresses on the page, each with the address in this run. */
  readonly addresses: readonly (readonly [string, string])[];
  /** Settings of `attestry`, which runs in this process as `curl` and `node` do; null runs the pages word for word. */
  readonly here: Settings | null;
  /** Where the pages run; a new folder for each when not given. */
  readonly directory?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The expected body of each output block. */
export type Bodies = ReadonlyMap<Block, string>;

/** Runs one page. Throws if a command of the page fails; an HTTP error is a failure. */
export async function bodiesOfSession(blocks: readonly Block[], session: Session): Promise<Bodies> {
  const [bodies] = await bodiesOfPages([blocks], session);
  if (bodies === undefined || bodies instanceof Error) throw bodies ?? new Error('the page did not run');
  return bodies;
}

/** Runs pages one after the other, each in a shell below one process of bash. A page whose command fails has the error. */
export async function bodiesOfPages(
  pages: readonly (readonly Block[])[],
  session: Session,
): Promise<readonly (Bodies | Error)[]> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-page-'));
  const programs = session.here === null ? null : await programsHere(directory, session.here);
  try {
    const outputs = pages.map((blocks, index) => answered(blocks, join(directory, `page-${index}`)));
    const scripts = outputs.map((blocks, index) => scriptOf(blocks, join(directory, `page-${index}`), session));
    const file = join(directory, 'pages.sh');
    writeFileSync(file, [programs?.functions ?? realCurl, ...scripts].join('\n'));
    await runScript(file, session.environment, directory);
    return outputs.map((blocks, index) => readBodies(blocks, join(directory, `page-${index}`)));
  } finally {
    await programs?.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface AnsweredBlock {
  readonly block: Block;
  /** The block below it, which shows its output. */
  readonly answer: Block | null;
  readonly output: string;
}

function answered(blocks: readonly Block[], folder: string): readonly AnsweredBlock[] {
  mkdirSync(folder);
  return blocks.flatMap((block, index) => {
    const below = blocks[index + 1];
    if (block.language !== 'sh') return [];
    return [{ block, answer: below?.language === '' ? below : null, output: join(folder, `${index}.txt`) }];
  });
}

const realCurl = 'curl() { command curl --fail-with-body --show-error "$@"; }';

/** The shell of a page ends with the first command that fails, and leaves its exit code. */
function scriptOf(blocks: readonly AnsweredBlock[], folder: string, { addresses, directory }: Session): string {
  const text = blocks.map(({ block, output }) => `exec > ${output}\n${block.body}`).join('\n');
  const body = addresses.reduce((done, [shown, actual]) => done.replaceAll(shown, actual), text);
  return `(\ncd ${directory ?? folder}\nset -euo pipefail\n${body}\n) 2> ${folder}/errors\necho $? > ${folder}/code`;
}

function readBodies(blocks: readonly AnsweredBlock[], folder: string): Bodies | Error {
  const code = existsSync(`${folder}/code`) ? readFileSync(`${folder}/code`, 'utf8').trim() : 'a signal';
  if (code !== '0') return new Error(`the page ended with ${code}: ${readFileSync(`${folder}/errors`, 'utf8')}`);
  return new Map(
    blocks.flatMap(({ answer, output }) =>
      answer === null ? [] : [[answer, readFileSync(output, 'utf8').trimEnd()] as const],
    ),
  );
}

function runScript(path: string, env: Session['environment'], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [path], { env, cwd, stdio: 'ignore' });
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
