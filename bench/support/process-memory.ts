import { existsSync, readFileSync } from 'node:fs';

const kibibytesInMebibyte = 1024;

export interface ProcessMemory {
  /** All memory, mapped files and the program included, MiB. */
  readonly resident: number;
  /** Memory that the kernel would have to swap, MiB; null where the system does not report it. */
  readonly own: number | null;
}

/** Memory of another process, as Linux reports it; null elsewhere. */
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
