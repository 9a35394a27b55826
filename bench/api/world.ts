import { makeMonitoredWorld, type MonitoredWorld } from '../support/samples/monitored-world.ts';

const assets = 10_000;
const keys = 1_000;
const watched = 50;

/** The data that both interfaces serve. */
export const monitoredWorld = (scale: number): MonitoredWorld =>
  makeMonitoredWorld(Math.round(assets * scale), Math.round(keys * scale), watched);

/** A quota that counts every request, as in production, and is never used up. */
export const apiEnv = { ATTESTRY_RATE_LIMIT: '900000000/min' } as const;
