import { engineCode } from './engine-errors.ts';

/**
 * Errors of the engine that only damaged files of a part cause, by their code in ClickHouse's `ErrorCodes.cpp`. Others, for
 * example a limit of time or memory, or an unknown codec of a newer version, do not prove damage of rows.
 */
export const damageCodes: ReadonlyMap<number, string> = new Map([
  [4, 'EXPECTED_END_OF_FILE'],
  [32, 'ATTEMPT_TO_READ_AFTER_EOF'],
  [33, 'CANNOT_READ_ALL_DATA'],
  [40, 'CHECKSUM_DOESNT_MATCH'],
  [107, 'FILE_DOESNT_EXIST'],
  [226, 'NO_FILE_IN_DATA_PART'],
  [227, 'UNEXPECTED_FILE_IN_DATA_PART'],
  [228, 'BAD_SIZE_OF_FILE_IN_DATA_PART'],
  [246, 'CORRUPTED_DATA'],
  [271, 'CANNOT_DECOMPRESS'],
]);

const identifiers = Object.freeze({ codes: [...damageCodes.keys()].join() });

/** Errors so far that prove damage, of all reads and merges since the engine was opened. */
export const damageCountSql = `SELECT toUInt32(sum(value)) AS errors FROM system.errors WHERE code IN (${identifiers.codes})`;

/** Whether the error of a read proves that the files read are damaged. */
export const provesDamage = (error: unknown): boolean => {
  const code = engineCode(error);
  return code !== null && damageCodes.has(code);
};
