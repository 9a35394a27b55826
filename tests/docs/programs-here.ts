/** Lets a shell run programs in this process: it sends the words of a command, and gets the output and the exit code. */
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../support/commands.ts';
import { runProgram, type ProgramStart } from './page-programs.ts';

export interface ProgramsHere {
  /** Functions of bash, by the names of the programs. */
  readonly functions: string;
  readonly close: () => Promise<void>;
}

/**
 * Bash has connections, and no way to end only one direction: the number of the words comes first, each ends with NUL. Output comes in
 * files, because bash reads connections byte by byte; a mark keeps the line breaks at its end.
 */
const functionsFor = (port: number): string => `
run_here() {
  local code out err text
  exec 9<>/dev/tcp/127.0.0.1/${port}
  printf '%s\\0' "$#" "$PWD" "$@" >&9
  IFS=' ' read -r code out err <&9
  exec 9>&-
  text=$(<"$out"); printf '%s' "\${text%.}"
  text=$(<"$err"); printf '%s' "\${text%.}" >&2
  return "$code"
}
curl() { run_here curl '' --fail-with-body --show-error "$@"; }
npx() { run_here npx '' "$@"; }
rm() { run_here rm '' "$@"; }
node() {
  local input=
  IFS= read -r -d '' input || true
  run_here node "$input" "$@"
}
`;

/** @param folder for output, which the caller deletes */
export async function programsHere(folder: string, settings: Settings): Promise<ProgramsHere> {
  let started = 0;
  const server = createServer((socket) => {
    readCommand(socket, (command) => {
      const place = join(folder, `output-${(started += 1)}`);
      answer(socket, place, command, settings).catch((error: unknown) => socket.destroy(error as Error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    functions: functionsFor((server.address() as AddressInfo).port),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readCommand(socket: Socket, onCommand: (command: ProgramStart) => void): void {
  let text = '';
  let isWhole = false;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const [count = '', directory = '', ...words] = text.split('\0');
    // What follows the last NUL is not a word yet.
    if (isWhole || count === '' || words.length <= Number(count)) return;
    isWhole = true;
    const [program = '', stdin = '', ...arguments_] = words.slice(0, Number(count));
    onCommand({ directory, program, stdin, arguments_ });
  });
  socket.on('error', () => undefined);
}

async function answer(socket: Socket, place: string, command: ProgramStart, settings: Settings): Promise<void> {
  const { code, stdout, stderr } = await ended(command, settings);
  const [out, err] = [`${place}.out`, `${place}.err`];
  writeFileSync(out, `${stdout}.`);
  writeFileSync(err, `${stderr}.`);
  socket.end(`${code} ${out} ${err}\n`);
}

async function ended(command: ProgramStart, settings: Settings) {
  try {
    return await runProgram(command, settings);
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${String(error)}\n` };
  }
}
