import { atMost, type Measurement, percentile, ratioAtMost } from '../measurement.ts';
import { inSandbox, newKey, register } from '../support/engines/service.ts';
import { makeWorld } from '../support/samples/world.ts';
import { openSlowForms } from '../support/load/slow-forms.ts';

const forms = 210;
/** Reads and writes of a key holder in each of the two times. */
const requests = 300;
const warmUps = 20;

/** Reads and writes of a key holder while forms of others come slowly, and on the quiet service before. */
export const benchSlowForms = ({ scale }: { readonly scale: number }): Promise<readonly Measurement[]> =>
  inSandbox(async (sandbox) => {
    const { httpUrl } = await sandbox.up();
    const world = makeWorld(10);
    await register(sandbox, world);
    const key = await newKey(sandbox, 'holder');
    const holder = await holderOf(httpUrl, key, world.assets[0]?.assetId ?? '');
    const count = Math.max(50, Math.round(requests * scale));
    await timesOf(holder, warmUps);
    const quiet = await timesOf(holder, count);
    const slow = await openSlowForms(httpUrl, forms);
    const beside = await timesOf(holder, count);
    await slow.stop();
    const name = (what: string): string => `${what} of a key holder beside ${forms} slow forms`;
    const floorName = 'the same on the quiet service';
    return [
      ...(['read', 'write'] as const).map((kind) => ({
        name: `${name(kind)}, p99`,
        unit: 'ms',
        value: percentile(beside[kind], 99),
        floor: { name: floorName, value: percentile(quiet[kind], 99) },
        target: ratioAtMost(2),
      })),
      {
        name: name('refused requests'),
        unit: 'requests',
        value: beside.refused,
        floor: null,
        target: atMost(0),
      },
    ];
  });

/** Each is whether the request was carried out; the service refuses it (503) if it could not answer in time. */
interface Holder {
  readonly read: () => Promise<boolean>;
  readonly write: () => Promise<boolean>;
}

/** A holder that watches one token and alters its note. */
async function holderOf(url: string, key: string, assetId: string): Promise<Holder> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...content });
    const text = await answer.text();
    if (answer.status === 503) return null;
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`);
    return JSON.parse(text) as unknown;
  };
  const { id } = (await send('POST', '/me/watchlist', { assetId })) as { readonly id: string };
  let turn = 0;
  return {
    read: async () => (await send('GET', `/me/monitoring/changes?days=${(turn % 365) + 1}`)) !== null,
    write: async () => {
      turn += 1;
      return (await send('PATCH', `/me/watchlist/${id}`, { note: `note ${turn}` })) !== null;
    },
  };
}

interface Times {
  readonly read: number[];
  readonly write: number[];
  refused: number;
}

async function timesOf(holder: Holder, count: number): Promise<Times> {
  const times: Times = { read: [], write: [], refused: 0 };
  for (let round = 0; round < count; round += 1) {
    for (const kind of ['read', 'write'] as const) {
      const begun = performance.now();
      if (await holder[kind]()) times[kind].push(performance.now() - begun);
      else times.refused += 1;
    }
  }
  return times;
}
