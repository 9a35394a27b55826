import { existsSync, readFileSync } from 'node:fs';

const kibibytesInMebibyte = 1024;

export interface ProcessMemory {
  /** All memory, mapped files and the program included, MiB. */
  readonly resident: number;
  /** Largest resident size so far, MiB; null where the system does not report it. */
  readonly peak: number | null;
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
  return { resident: valueOf('VmRSS') ?? 0, peak: valueOf('VmHWM'), own: valueOf('RssAnon') };
}

const sampleMs = 20;

/** Runs `work`. Returns the largest resident size of a process that this one started meanwhile, MiB; NaN where not reported. */
export async function peakOfChildren(work: () => Promise<void>): Promise<number> {
  const children = `/proc/${process.pid}/task/${process.pid}/children`;
  let peak = Number.NaN;
  const sample = (): void => {
    if (!existsSync(children)) return;
    for (const pid of readFileSync(children, 'utf8').split(' ').filter(Boolean)) {
      const size = memoryOf(Number(pid))?.peak;
      if (size !== undefined && size !== null && !(size <= peak)) peak = size;
    }
  };
  const sampling = setInterval(sample, sampleMs);
  await work().finally(() => clearInterval(sampling));
  return peak;
}
