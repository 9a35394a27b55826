import { atMost, type Measurement, percentile } from '../measurement.ts';
import { paintOf } from './paint.ts';
import { createReader, type Reader } from './reader.ts';
import { inSandbox } from '../support/engines/service.ts';

/** Requests for a page, after those that warm it up. */
const requests = 200;
const warmUps = 20;
const floorName = 'GET /version of the same service';

/** Pages of the demo as its reader sees them; `operator` as its operator does. */
const pages: readonly (readonly [name: string, path: string, role: 'operator' | 'reader'])[] = [
  ['home', '/', 'reader'],
  ['search', '/?q=euro', 'reader'],
  ['asset', '/verified-assets/0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48/ethereum', 'reader'],
  ['changes of a year', '/changes?days=365', 'reader'],
  ['change', '', 'reader'],
  ['evidence', '/evidence', 'reader'],
  ['inbox', '/inbox', 'reader'],
  ['watchlist', '/watchlist', 'reader'],
  ['sources', '/sources', 'reader'],
  ['source', '/sources/esma-emtwp', 'reader'],
  ['account', '/account', 'reader'],
  ['webhooks', '/account/webhooks', 'reader'],
  ['operator', '/operator', 'operator'],
  ['operator, keys', '/operator/keys', 'operator'],
];

/** Each page of the running demo, one request after the other; a notification marked read until its page shows it; paint. */
export const benchServed = ({ scale }: { readonly scale: number }): Promise<readonly Measurement[]> =>
  inSandbox(async (sandbox) => {
    // The quota of one key is for programs that behave; the bench asks as fast as it gets answers.
    const { httpUrl } = await sandbox.up({ demo: true, env: { ATTESTRY_RATE_LIMIT: '900000000/min' } });
    const [reader, operator] = [
      await createReader(httpUrl, { demo: 'yes' }),
      await createReader(httpUrl, { demo: 'operator' }),
    ];
    const change = /href="(\/changes\/[^"/?]+)"/.exec(await reader.get('/changes?days=365'))?.[1];
    if (change === undefined) throw new Error('the demo has no change');
    const count = Math.max(20, Math.round(requests * scale));
    const figures: Measurement[] = [];
    for (const [name, path, role] of pages) {
      const visitor = role === 'operator' ? operator : reader;
      const whole = path === '' || path === '/evidence' ? `${change}${path}` : path;
      const floor = await timesOf(reader, '/version', count);
      const times = await timesOf(visitor, whole, count);
      const figure = (at: number, most: number | null): Measurement => ({
        name: `${name}, p${at}`,
        unit: 'ms',
        value: percentile(times, at),
        floor: { name: floorName, value: percentile(floor, at) },
        target: most === null ? null : atMost(most),
      });
      figures.push(figure(50, null), figure(95, name === 'asset' ? 15 : 100), figure(99, null));
    }
    return [
      ...figures,
      ...(await markedOf(reader, Math.max(5, Math.round(30 * scale)))),
      ...(await paintOf(reader, httpUrl)),
    ];
  });

async function timesOf(reader: Reader, path: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + count; round += 1) {
    const begun = performance.now();
    await reader.get(path);
    if (round >= warmUps) times.push(performance.now() - begun);
  }
  return times;
}

/**
 * From sending the form that marks a notification until the page that shows it is there. The first mark runs code that no
 * command of the process has run yet, so it is a figure of its own, as pages are warmed up before they are measured.
 */
async function markedOf(reader: Reader, count: number): Promise<readonly Measurement[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const page = await reader.get('/inbox');
    const token = /action="\/inbox\/read"[^]*?name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const id = /name="id" value="([^"]+)"/.exec(page)?.[1];
    if (id === undefined) break;
    const begun = performance.now();
    await reader.post('/inbox/read', { token, id });
    const after = await reader.get('/inbox');
    times.push(performance.now() - begun);
    if (after.includes(`name="id" value="${id}"`)) throw new Error('a notification that was marked is still unread');
  }
  const [first, ...others] = times;
  if (first === undefined || others.length === 0) throw new Error('the demo has not two unread notifications');
  const name = 'marked read until its page shows it';
  return [
    { name: `${name}, the first`, unit: 'ms', value: first, floor: null, target: null },
    {
      name: `${name}, p95 of ${others.length} others`,
      unit: 'ms',
      value: percentile(others, 95),
      floor: null,
      target: atMost(150),
    },
  ];
}
