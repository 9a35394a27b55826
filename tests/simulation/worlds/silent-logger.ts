import type { Logger } from '../../../infra/logger.ts';

const ignore = (): void => undefined;

/** Writes nothing: the trace of a simulation shows what happened. */
export const silentLogger = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  child: () => silentLogger,
} as unknown as Logger;
