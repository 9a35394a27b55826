import { readFileSync } from 'node:fs';

interface Message {
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

/** Messages of a file of ethereum/execution-apis that begin with the mark: `>>` requests, `<<` answers. */
function message(path: string, mark: '>>' | '<<'): Message {
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(mark));
  if (line === undefined) throw new Error(`${path} has no line ${mark}`);
  return JSON.parse(line.slice(2)) as Message;
}

export const answerIn = (path: string): unknown => message(path, '<<').result;

export const paramsIn = (path: string): readonly unknown[] => message(path, '>>').params ?? [];
