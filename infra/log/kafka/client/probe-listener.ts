import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { RetryableError, UsageError } from '../../../errors.ts';
import { type KafkaConnection, timingsOf } from './options.ts';

/**
 * Explains the error of a first connection. A broker silently closes a connection whose protocol is not that of its listener,
 * or does not answer it, as if it were down. So this probes the listeners and returns a UsageError if one of them requires
 * TLS or a login that the settings lack; otherwise the error itself.
 */
export async function withListenerFinding(error: Error, connection: KafkaConnection): Promise<Error> {
  if (!(error instanceof RetryableError)) return error;
  const { connectMs } = timingsOf(connection);
  for (const broker of connection.brokers) {
    const finding = await findingOf(broker, connection, connectMs).catch(() => null);
    if (finding !== null) return new UsageError(`Kafka: the listener at ${broker} ${finding}`, { cause: error });
  }
  return error;
}

async function findingOf(broker: string, { tls, sasl }: KafkaConnection, limitMs: number): Promise<string | null> {
  const at = addressOf(broker);
  if (tls === undefined && (await speaksTls(at, limitMs))) {
    return 'speaks TLS: set ATTESTRY_KAFKA_TLS=on, or name a listener without TLS in ATTESTRY_KAFKA_BROKERS.';
  }
  if (tls !== undefined && (await requiresLogin(connect(at), limitMs)) !== null) {
    return 'does not speak TLS: set ATTESTRY_KAFKA_TLS=off, or name a listener with TLS in ATTESTRY_KAFKA_BROKERS.';
  }
  const socket = tls === undefined ? connect(at) : connectTls({ ...at, ...tls });
  if (sasl === undefined && (await requiresLogin(socket, limitMs)) === true) {
    return 'requires a login: set ATTESTRY_KAFKA_SASL_MECHANISM, ATTESTRY_KAFKA_USERNAME and ATTESTRY_KAFKA_PASSWORD.';
  }
  return null;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const addressOf = (broker: string): Address => {
  const colon = broker.lastIndexOf(':');
  return { host: broker.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(broker.slice(colon + 1)) };
};

/** The certificate does not matter: nothing is sent over this connection. */
const speaksTls = ({ host, port }: Address, limitMs: number): Promise<boolean> =>
  answerOf<boolean>(connectTls({ host, port, rejectUnauthorized: false }), limitMs, (socket, resolve) => {
    socket.once('secureConnect', () => resolve(true));
  }).then((answer) => answer ?? false);

/** SaslHandshake, version 1, for a mechanism that no broker has. */
const handshake = Buffer.from([
  ...[0, 0, 0, 15],
  ...[0, 17],
  ...[0, 1],
  ...[0, 0, 0, 1],
  ...[255, 255],
  0,
  3,
  45,
  45,
  45,
]);

/** A listener without logins answers this error code. */
const noLoginHere = 34;

/** Null when the listener does not answer as Kafka does. */
const requiresLogin = (socket: Socket, limitMs: number): Promise<boolean | null> =>
  answerOf<boolean>(socket, limitMs, (open, resolve) => {
    open.write(handshake);
    open.once('data', (answer: Buffer) => {
      const isAnswer = answer.length >= 10 && answer.readInt32BE(0) < 4_096 && answer.readInt32BE(4) === 1;
      resolve(isAnswer ? answer.readInt16BE(8) !== noLoginHere : null);
    });
  });

function answerOf<T>(
  socket: Socket,
  limitMs: number,
  ask: (socket: Socket, resolve: (answer: T | null) => void) => void,
): Promise<T | null> {
  return new Promise((settle) => {
    const resolve = (answer: T | null): void => {
      clearTimeout(timer);
      socket.destroy();
      settle(answer);
    };
    // Not the time limit of the socket, which starts again at every byte.
    const timer = setTimeout(() => resolve(null), limitMs);
    socket.on('error', () => resolve(null)).on('close', () => resolve(null));
    ask(socket, resolve);
  });
}
