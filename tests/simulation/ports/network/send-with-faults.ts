import { simulation } from '../../kernel/simulation.ts';
import { headOf, type SimulatedAnswer } from './answer.ts';
import { connectionFaults, type ServerEnd, simulatedNetwork } from './network.ts';

/** What a server, or the way from it, makes of an answer. Each class is one entry of `faulty`. */
const answerFaults = {
  'hangs-before-head': { share: 0.15, probability: 0.25 },
  'hangs-in-body': { share: 0.15, probability: 0.25 },
  'drips-slowly': { share: 0.15, probability: 0.25 },
  'answers-101': { share: 0.15, probability: 0.25 },
  'provisional-answers': { share: 0.15, probability: 0.25 },
  'cut-in-head': { share: 0.15, probability: 0.25 },
  'cut-in-body': { share: 0.15, probability: 0.25 },
  'ends-too-early': { share: 0.15, probability: 0.25 },
  'body-too-long': { share: 0.1, probability: 0.25 },
  'server-error': { share: 0.15, probability: 0.25 },
  'too-many-requests': { share: 0.15, probability: 0.25 },
  redirects: { share: 0.15, probability: 0.25 },
} as const;

/** Every class of faults of HTTP over the simulated network. */
export const fetchFaults = { ...connectionFaults, ...answerFaults } as const;

interface SentRequest {
  readonly client: ServerEnd;
  readonly head: string;
  readonly body: Buffer;
}

type Send = (sending: SentRequest) => void;

const sendWhole: Send = ({ client, head, body }) => {
  client.send(head);
  if (body.length > 0) client.send(body);
  client.end();
};

const sendStatus =
  (headers: () => Readonly<Record<string, string>>, ...statuses: readonly number[]): Send =>
  ({ client }) => {
    const body = Buffer.from('{"error":"the simulated server refuses"}');
    const given = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers() };
    sendWhole({ client, head: headOf(simulation().random.pick(statuses), given), body });
  };

/** A part of some bytes: at least one byte less. */
const beginningOf = (bytes: Buffer): Buffer => bytes.subarray(0, simulation().random.below(bytes.length));

const sendBeginning =
  (after: (client: ServerEnd) => void): Send =>
  ({ client, head, body }) => {
    client.send(head);
    const part = beginningOf(body);
    if (part.length > 0) client.send(part);
    after(client);
  };

/** Where a redirect leads: to the same address, or to one that is refused. */
const redirectTargets = [
  '/',
  'http://127.0.0.1/',
  'https://169.254.169.254/latest',
  'https://other.example/',
  'file:///',
];

const faulty: Readonly<Record<keyof typeof answerFaults, Send>> = {
  'hangs-before-head': () => undefined,
  'hangs-in-body': sendBeginning(() => undefined),
  'drips-slowly': drip,
  'answers-101': ({ client }) => {
    client.send(headOf(101, { connection: 'upgrade', upgrade: 'other' }));
    if (simulation().random.chance(0.5)) client.send('bytes of the other protocol');
  },
  'provisional-answers': (sending) => {
    const count = simulation().random.pick([1, 3, 40]);
    for (let sent = 0; sent < count; sent++) sending.client.send(headOf(103, {}));
    sendWhole(sending);
  },
  'cut-in-head': ({ client, head }) => {
    const part = beginningOf(Buffer.from(head));
    if (part.length > 0) client.send(part);
    if (simulation().random.chance(0.5)) client.end();
    else client.reset();
  },
  'cut-in-body': sendBeginning((client) => client.reset()),
  'ends-too-early': sendBeginning((client) => client.end()),
  'body-too-long': tooLong,
  'server-error': sendStatus(() => ({}), 500, 502, 503, 504),
  'too-many-requests': sendStatus(
    () => ({ 'retry-after': simulation().random.pick(['0', '1', '3', '100000', 'soon']) }),
    429,
  ),
  redirects: sendStatus(() => ({ location: simulation().random.pick(redirectTargets) }), 301, 302, 307, 308),
};

/** Sends an answer, or what a fault makes of it. */
export function sendWithFaults(client: ServerEnd, { status = 200, headers = {}, body = '' }: SimulatedAnswer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  // An answer without content has none to announce (RFC 9110, 8.6).
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(bytes.length) };
  const sending = { client, head: headOf(status, { ...headers, ...length, connection: 'close' }), body: bytes };
  const { faults } = simulation();
  const fault = Object.entries(faulty).find(([name]) => faults.strikes(name));
  (fault?.[1] ?? sendWhole)(sending);
}

/** Pieces with seconds between them: the limit of a fetch may pass before the last. */
function drip({ client, head, body }: SentRequest): void {
  const all = Buffer.concat([Buffer.from(head), body]);
  const { random } = simulation();
  const size = Math.ceil(all.length / random.pick([3, 10, 30]));
  const next = (from: number): void => {
    if (!client.isOpen()) return;
    client.send(all.subarray(from, from + size));
    if (from + size >= all.length) client.end();
    else simulation().after(random.delay(2_000), null, 'a piece follows', () => next(from + size));
  };
  next(0);
}

const pieceBytes = 64 * 1024;

/** A body without end, announced as one or not announced. */
function tooLong({ client, head }: SentRequest): void {
  const isAnnounced = simulation().random.chance(0.5);
  client.send(head.replace(/content-length: \d+\r\n/, isAnnounced ? 'content-length: 99999999999\r\n' : ''));
  const piece = Buffer.alloc(pieceBytes, ' ');
  const next = (): void => {
    if (!client.isOpen()) return;
    client.send(piece);
    simulatedNetwork().onEndlessBody(client.received());
    simulation().after(simulation().random.delay(20), null, 'the body goes on', next);
  };
  next();
}
