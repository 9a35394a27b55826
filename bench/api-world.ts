import { makeMonitoredWorld, type MonitoredWorld } from './support/monitored-world.ts';

const assets = 10_000;
const keys = 1_000;
const watched = 50;

/** What both interfaces are asked about. */
export const monitoredWorld = (scale: number): MonitoredWorld =>
  makeMonitoredWorld(Math.round(assets * scale), Math.round(keys * scale), watched);

/** A quota that counts every request, as it ships, and is never used up. */
export const apiEnv = { ATTESTRY_RATE_LIMIT: '900000000/min' } as const;
