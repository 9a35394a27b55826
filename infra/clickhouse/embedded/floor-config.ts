import { insertFloor } from '../../disk/free-space.ts';

/**
 * Settings of the engine that keep this much of the volume free: no merge begins that would take of it, and inserts are refused
 * with code 243, which is tried again, below `insertFloor`. The engine counts as available what is free above
 * `keep_free_space_bytes`, and compares that with the second setting: so the second has the difference of both.
 */
export const floorConfig = (floorBytes: number) => ({
  storage_configuration: { disks: { default: { keep_free_space_bytes: floorBytes } } },
  merge_tree: { min_free_disk_bytes_to_perform_insert: insertFloor(floorBytes) - floorBytes },
});
