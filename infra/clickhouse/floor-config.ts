import { insertFloor } from '../free-space.ts';

/**
 * Settings of the engine that keep this much of the volume free: beyond it, inserts are refused with code 243, which is tried
 * again, and no merge begins.
 */
export const floorConfig = (floorBytes: number) => ({
  storage_configuration: { disks: { default: { keep_free_space_bytes: floorBytes } } },
  merge_tree: { min_free_disk_bytes_to_perform_insert: insertFloor(floorBytes) },
});
