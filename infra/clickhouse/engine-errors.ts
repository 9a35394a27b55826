import { RetryableError } from '../errors.ts';

/** Numeric error code of ClickHouse, embedded or server; null when the error is not the engine's. */
export const engineCode = (error: unknown): number | null => {
  if (!(error instanceof Error)) return null;
  if ('clickhouseCode' in error && typeof error.clickhouseCode === 'number') return error.clickhouseCode;
  if ('code' in error && typeof error.code === 'string' && /^\d+$/.test(error.code)) return Number(error.code);
  return null;
};

/**
 * Maps an error of the engine: RetryableError when the same call may succeed later, else the error itself. Decided by the
 * numeric code alone (ClickHouse `ErrorCodes.cpp`).
 */
export const typedEngineError = (error: unknown): unknown => {
  const code = engineCode(error);
  if (code === null || !retryableCodes.has(code)) return error;
  const reason = error instanceof Error ? error.message : '';
  return new RetryableError(`ClickHouse cannot do this now (code ${code}): ${reason}`, { cause: error });
};

const retryableCodes: ReadonlySet<number> = new Set([
  74, // CANNOT_READ_FROM_FILE_DESCRIPTOR
  75, // CANNOT_WRITE_TO_FILE_DESCRIPTOR (disk full)
  76, // CANNOT_OPEN_FILE (locked)
  95, // CANNOT_READ_FROM_SOCKET
  96, // CANNOT_WRITE_TO_SOCKET
  159, // TIMEOUT_EXCEEDED
  160, // TOO_SLOW
  198, // DNS_ERROR
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  203, // NO_FREE_CONNECTION
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  225, // NO_ZOOKEEPER
  236, // ABORTED
  241, // MEMORY_LIMIT_EXCEEDED
  242, // TABLE_IS_READ_ONLY
  243, // NOT_ENOUGH_SPACE
  252, // TOO_MANY_PARTS
  279, // ALL_CONNECTION_TRIES_FAILED
  285, // TOO_FEW_LIVE_REPLICAS
  286, // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  289, // REPLICA_IS_NOT_IN_QUORUM
  319, // UNKNOWN_STATUS_OF_INSERT
  425, // SYSTEM_ERROR
  439, // CANNOT_SCHEDULE_TASK
  473, // DEADLOCK_AVOIDED
  999, // KEEPER_EXCEPTION
  1000, // POCO_EXCEPTION
  1001, // STD_EXCEPTION (the file system or the system's libraries, never a row)
]);
