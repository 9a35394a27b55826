/**
 * The programs that pages name, in the process of the test: `curl`, `node -p`, `npx attestry` and `rm`, with those of their options that
 * the pages use. A page that uses another option fails.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { type CliResult, runCommand, type Settings } from '../support/commands.ts';

/** How a shell starts a program. */
export interface ProgramStart {
  readonly directory: string;
  readonly program: string;
  readonly arguments_: readonly string[];
  readonly stdin: string;
}

/** Runs a program; `settings` are those of `attestry`. */
export function runProgram(
  { directory, program, arguments_, stdin }: ProgramStart,
  settings: Settings,
): Promise<CliResult> | CliResult {
  switch (program) {
    case 'curl':
      return curl(arguments_, directory);
    case 'node':
      return printed(arguments_, directory, stdin);
    case 'npx':
      if (arguments_[0] !== 'attestry') throw new Error(`npx ${arguments_.join(' ')} is not a command of a page`);
      return inDirectory(directory, () => runCommand(settings, arguments_.slice(1)));
    case 'rm':
      for (const path of arguments_) rmSync(resolve(directory, path));
      return done('');
    default:
      throw new Error(`${program} is not a program of a page`);
  }
}

const done = (stdout: string): CliResult => ({ code: 0, stdout, stderr: '' });

/** Commands resolve the names of files from the directory of the process. */
async function inDirectory<T>(directory: string, run: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(directory);
  try {
    return await run();
  } finally {
    process.chdir(before);
  }
}

/** `node -p <expression> <argument>…`; the expression reads with `fs`, the standard input as file 0. */
function printed([option, expression = '', ...more]: readonly string[], directory: string, stdin: string): CliResult {
  if (option !== '-p') throw new Error(`node ${option ?? ''} is not on a page`);
  const fs = {
    readFileSync: (path: string | 0) => (path === 0 ? stdin : readFileSync(resolve(directory, path), 'utf8')),
  };
  const value: unknown = runInNewContext(expression, { fs, process: { argv: ['node', ...more] } });
  return done(`${typeof value === 'string' ? value : inspect(value)}\n`);
}

const flags = new Set(['-s', '-G', '-N', '-L', '--fail-with-body', '--show-error']);
const valued = new Set(['-H', '-X', '-d', '--data-binary', '--data-urlencode', '-o', '-w', '-D', '--max-time']);

interface Request {
  readonly url: string;
  readonly options: ReadonlyMap<string, readonly string[]>;
}

function requestOf(arguments_: readonly string[]): Request {
  const options = new Map<string, readonly string[]>();
  let url = '';
  for (let at = 0; at < arguments_.length; at += 1) {
    const one = arguments_[at] ?? '';
    if (flags.has(one)) options.set(one, []);
    else if (valued.has(one)) options.set(one, [...(options.get(one) ?? []), arguments_[(at += 1)] ?? '']);
    else if (one.startsWith('-') || url !== '') throw new Error(`curl: ${one} is not on a page`);
    else url = one;
  }
  const query = options.get('--data-urlencode');
  return { url: query === undefined ? url : `${url}?${query.map(encoded).join('&')}`, options };
}

/** `name=value` as `-G --data-urlencode` adds it to the URL. */
function encoded(pair: string): string {
  const [, name, value] = /^([^=]+)=(.*)$/su.exec(pair) ?? [];
  if (name === undefined || value === undefined) throw new Error(`curl: ${pair} is not on a page`);
  return `${name}=${encodeURIComponent(value)}`;
}

/** Code of curl for an answer of 400 or above. */
const refused = 22;
/** Code of curl for a request that its limit of time has ended. */
const timedOut = 28;

async function curl(arguments_: readonly string[], directory: string): Promise<CliResult> {
  const { url, options } = requestOf(arguments_);
  const last = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => options.get(name) ?? []).at(-1);
  const body = last('-d', '--data-binary');
  const given = (options.get('-H') ?? []).map((line) => /^([^:]+): *(.*)$/.exec(line)?.slice(1) ?? []);
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' });
  for (const [name = '', value = ''] of given) headers.set(name, value);
  const answer = await fetch(url, {
    method: last('-X') ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: options.has('-L') ? 'follow' : 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const isLimited = options.has('--max-time');
  const text = isLimited ? await upToFirstId(answer) : await answer.text();
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const write = (option: string, content: string): string => {
    const file = last(option);
    if (file !== undefined && file !== '/dev/null') writeFileSync(resolve(directory, file), content);
    return file === undefined ? content : '';
  };
  if (options.has('-D')) write('-D', `HTTP/1.1 ${answer.status}\r\n${head}\r\n`);
  const figures = (last('-w') ?? '').replaceAll('%{http_code}', String(answer.status)).replaceAll('\\n', '\n');
  const stdout = write('-o', text) + figures;
  if (answer.status >= 400) return { code: refused, stdout, stderr: `curl: (22) ${url} answers ${answer.status}\n` };
  return { code: isLimited ? timedOut : 0, stdout, stderr: '' };
}

/** What a stream sends until the place where a reader can go on; the limit of time of a page is for people, who see no more. */
async function upToFirstId({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^id:.+\n/m.test(text)) break;
  }
  return text;
}
