import { statfsSync } from 'node:fs';

const mebibyte = 1024 * 1024;

/**
 * Free space of a volume below which nothing new is written, bytes: as set, or the smaller of 1 GiB and 5 % of the volume, at
 * least 64 MiB.
 * @param setMb the setting, MiB; null when it is not set
 */
export const floorOf = ({ totalBytes }: Pick<Volume, 'totalBytes'>, setMb: number | null): number =>
  setMb === null ? Math.max(64 * mebibyte, Math.min(1024 * mebibyte, Math.floor(totalBytes * 0.05))) : setMb * mebibyte;

export interface Volume {
  readonly totalBytes: number;
  /** Free for users without special rights. */
  readonly freeBytes: number;
}

/** The volume of a directory. Throws when it does not exist. */
export function volumeOf(directory: string): Volume {
  const { bsize, blocks, bavail } = statfsSync(directory);
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail };
}

/** Inserts stop a quarter above the floor, so that merges of what is there still have room. */
export const insertFloor = (floorBytes: number): number => Math.ceil(floorBytes * 1.25);

/** What is wrong with a volume, for `/readyz`; null where the engine inserts. It compares the same numbers. */
export function spaceFinding({ freeBytes }: Volume, floorBytes: number): string | null {
  const needed = insertFloor(floorBytes);
  if (freeBytes >= needed) return null;
  const inMiB = (bytes: number): number => Math.floor(bytes / mebibyte);
  return (
    `has ${inMiB(freeBytes)} MiB free: below ${inMiB(needed)} MiB nothing is inserted, ` +
    `which is the floor of ${inMiB(floorBytes)} MiB and a quarter of it; it continues when there is room`
  );
}
