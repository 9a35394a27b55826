import { existsSync, readFileSync } from 'node:fs';

const kibibytesInMebibyte = 1024;

export interface ProcessMemory {
  /** Everything that is in memory, mapped files and the program too, MiB. */
  readonly resident: number;
  /** What the kernel would have to swap, MiB; null where the system does not tell. */
  readonly own: number | null;
}

/** Memory of another process, as Linux tells it; null elsewhere. */
export function memoryOf(pid: number): ProcessMemory | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const status = readFileSync(file, 'utf8');
  const valueOf = (name: string): number | null => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
    return found === undefined ? null : Number(found) / kibibytesInMebibyte;
  };
  return { resident: valueOf('VmRSS') ?? 0, own: valueOf('RssAnon') };
}
