import { createInterface } from 'node:readline';

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Whether keys such as Ctrl+C arrive as characters; by default as `output` states. */
  readonly terminal?: boolean;
}

const own = (): Terminal => ({ input: process.stdin, output: process.stderr });

/** Asks on the terminal. Only `y` and `yes` are a yes; Ctrl+C, Ctrl+D and a closed terminal are a no. */
export function confirmed(question: string, terminal: Terminal = own()): Promise<boolean> {
  const lines = createInterface(terminal);
  return new Promise((resolve) => {
    let isAnswered = false;
    lines.once('close', () => {
      if (!isAnswered) terminal.output.write('\n');
      resolve(false);
    });
    lines.question(`${question} [y/N] `, (answer) => {
      isAnswered = true;
      resolve(/^y(?:es)?$/i.test(answer.trim()));
      lines.close();
    });
  });
}
