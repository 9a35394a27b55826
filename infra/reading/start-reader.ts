import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { limitedCommand } from '../process/kernel-limits.ts';
import { loaderArguments } from '../process/loader-arguments.ts';
import { heapMebibytes, type ReaderLimits } from './limits.ts';
import type { ReaderRequest } from './messages.ts';

type ReaderProcess = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

/**
 * Starts a process that reads one document from its standard input. It ends with this process, whose end closes the pipe that is
 * file descriptor 3 there.
 */
export function startReader(request: ReaderRequest, limits: ReaderLimits): ReaderProcess {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = fileURLToPath(new URL(fromSource ? './reader-process.ts' : './reader-process.js', import.meta.url));
  const node = {
    file: process.execPath,
    arguments: [
      `--max-old-space-size=${heapMebibytes}`,
      '--disallow-code-generation-from-strings',
      ...(fromSource ? loaderArguments() : []),
      file,
      JSON.stringify(request),
    ],
  };
  const command = limitedCommand(node, limits);
  const child = spawn(command.file, command.arguments, { env: {}, stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the reader has no pipes');
  return Object.assign(child, { stdin, stdout });
}
