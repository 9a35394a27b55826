import type { Reading } from '../../../schemas/values/reading.ts';
import { partMark } from '../messages.ts';

/**
 * Writes what was read so far, a line for each part, once the reader has taken so much processor time. Each page and link is
 * written once.
 */
export function createPartWriter(
  write: (line: string) => void,
  { usedSeconds, afterSeconds }: { readonly usedSeconds: () => number; readonly afterSeconds: number },
): (read: Reading) => void {
  let [pages, links] = [0, 0];
  return (read) => {
    if (usedSeconds() < afterSeconds) return;
    const part = { ...read, pages: read.pages.slice(pages), links: read.links.slice(links) };
    write(`${partMark}${JSON.stringify(part)}\n`);
    [pages, links] = [read.pages.length, read.links.length];
  };
}

/** Processor time that this process has taken, seconds. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
