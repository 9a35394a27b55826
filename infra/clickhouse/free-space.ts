import { statfsSync } from 'node:fs';

const mebibyte = 1024 * 1024;

/** The smaller of 1 GiB and 5 % of the volume, at least 64 MiB. Bytes. */
export const defaultFloor = (volumeBytes: number): number =>
  Math.max(64 * mebibyte, Math.min(1024 * mebibyte, Math.floor(volumeBytes * 0.05)));

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
const insertFloor = (floorBytes: number): number => Math.ceil(floorBytes * 1.25);

/**
 * Settings of the engine that keep this much of the volume free: beyond it, inserts are refused with code 243, which is tried
 * again, and no merge begins.
 */
export const floorConfig = (floorBytes: number) => ({
  storage_configuration: { disks: { default: { keep_free_space_bytes: floorBytes } } },
  merge_tree: { min_free_disk_bytes_to_perform_insert: insertFloor(floorBytes) },
});

/** What is wrong with a volume, for `/readyz`; null above the floor. */
export function spaceFinding({ freeBytes }: Volume, floorBytes: number): string | null {
  const needed = insertFloor(floorBytes);
  if (freeBytes >= needed) return null;
  const [free, wanted] = [freeBytes, needed].map((bytes) => Math.floor(bytes / mebibyte));
  return `has ${free ?? 0} MiB free: below ${wanted ?? 0} MiB nothing is inserted; it continues when there is room`;
}
