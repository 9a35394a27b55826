import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '../../schemas/values/durations.ts';
import type { BenchOptions } from '../bench.ts';
import { atMost, type Measurement, percentile } from '../measurement.ts';
import { declarationsIn } from '../support/engines/declarations.ts';
import { appendObservations, openBenchEngine } from '../support/engines/engine.ts';
import { inSandbox, newKey, register, untilIdle } from '../support/engines/service.ts';
import { createClient, latencies } from '../support/load/client.ts';
import { processorMs } from '../support/probes/process-time.ts';
import { createServiceProfiler } from '../support/probes/service-profile.ts';
import { firstReadings, readAgain } from '../support/samples/observations.ts';
import { makeWorld } from '../support/samples/world.ts';
import { createReader, type Reader } from './reader.ts';

const tokens = 300;
const requests = 200;
const warmUps = 20;
/** Readings of each register row; a third of the cells differ each time. */
const readings = 6;
const share = 0.3;
const atATime = 4;
/** Facts of standings are read again after ten seconds; a request after this long reads all of them. */
const agedMs = 11 * secondMs;
const agedRounds = 6;
const floorName = 'GET /version of the same service, in turn with it';

/** The page of a list with 300 tokens: their last changes, and how each is now. */
export const benchWatchlist = ({ scale, profile }: BenchOptions): Promise<readonly Measurement[]> =>
  inSandbox(async (sandbox) => {
    const profiler = createServiceProfiler(sandbox.directory, profile);
    const { httpUrl, pid } = await sandbox.up({ env: profiler.env });
    const world = makeWorld(tokens);
    await register(sandbox, world);
    const engine = await openBenchEngine(sandbox.directory);
    await appendObservations(engine, firstReadings(world, await declarationsIn(engine), Date.now));
    await appendObservations(engine, readAgain(world, readings, share, Date.now));
    await engine.close();
    const key = await newKey(sandbox, 'watchlist');
    const client = createClient(httpUrl, `Bearer ${key}`);
    await latencies(world.assets, atATime, async ({ assetId }) => {
      const { status } = await client.send('POST', '/me/watchlist', { assetId });
      if (status !== 201) throw new Error(`POST /me/watchlist was answered with ${status}`);
    });
    client.close();
    await untilIdle(sandbox.directory);
    const reader = await createReader(httpUrl, { key });
    const page = await reader.get('/watchlist');
    if (!page.includes(`${tokens} of `)) throw new Error('the page does not have all tokens');
    const count = Math.max(20, Math.round(requests * scale));
    const before = processorMs(pid);
    const warm = await profiler.during('watchlist', () => inTurn(reader, count, 0));
    const busyMs = (processorMs(pid) ?? Number.NaN) - (before ?? Number.NaN);
    const aged = await inTurn(reader, Math.max(2, Math.round(agedRounds * scale)), agedMs);
    const figure = (name: string, percent: number, of: Times, most: number | null): Measurement => ({
      name: `watchlist of ${tokens} tokens, ${name}p${percent}`,
      unit: 'ms',
      value: percentile(of.page, percent),
      floor: { name: floorName, value: percentile(of.floor, percent) },
      target: most === null ? null : atMost(most),
    });
    return [
      {
        name: `watchlist of ${tokens} tokens, processor of the service for a page, warm-up included`,
        unit: 'ms',
        value: busyMs / (count + warmUps),
        floor: null,
        target: null,
      },
      figure('', 50, warm, null),
      figure('', 95, warm, 100),
      figure('facts read again, ', 50, aged, null),
    ];
  });

interface Times {
  readonly page: number[];
  readonly floor: number[];
}

async function inTurn(reader: Reader, count: number, pauseMs: number): Promise<Times> {
  const times: Times = { page: [], floor: [] };
  const first = pauseMs === 0 ? -warmUps : 0;
  for (let round = first; round < count; round += 1) {
    if (pauseMs > 0) await pause(pauseMs);
    const turns = [
      ['/watchlist', times.page],
      ['/version', times.floor],
    ] as const;
    for (const [path, into] of round % 2 === 0 ? turns : turns.toReversed()) {
      const begun = performance.now();
      await reader.get(path);
      if (round >= 0) into.push(performance.now() - begun);
    }
  }
  return times;
}
