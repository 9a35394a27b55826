import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localDirectory } from '../../../infra/config/local-directory.ts';
import { type LocalKafka, type LocalKafkaOptions, openLocalKafka } from '../../../tools/local/kafka.ts';

const run = promisify(execFile);

/** The broker that `tests/cluster/run.ts` started for all files of a run. */
export async function sharedBroker(): Promise<LocalKafka> {
  const folder = process.env['ATTESTRY_TEST_KAFKA'];
  if (folder === undefined) throw new Error('These tests require a broker: npm run test:cluster starts one.');
  return openLocalKafka(sharedOptions(folder));
}

/** Users and their passwords. `none` has no ACLs. Connections without TLS or login may do everything. */
export const users = {
  plain: ['admin', 'admin-secret'],
  scram: ['scrammy', 'scram-secret'],
  none: ['reader', 'r'],
} as const;

const jaas = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
const scramJaas = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';

/** One broker with all listeners and mechanisms that the tests use, and with short session timeouts. */
export const sharedOptions = (folder: string): LocalKafkaOptions => ({
  programs: localDirectory(),
  folder,
  nodes: 1,
  listeners: ['SASL_PLAINTEXT', 'SSL'],
  format: ['--add-scram', `SCRAM-SHA-256=[name=${users.scram[0]},password=${users.scram[1]}]`],
  properties: {
    'group.min.session.timeout.ms': '1000',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256',
    'listener.name.sasl_plaintext.plain.sasl.jaas.config': `${jaas} ${[users.plain, users.none]
      .map(([name, password]) => `user_${name}="${password}"`)
      .join(' ')};`,
    'listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config': scramJaas,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:ANONYMOUS;User:${users.plain[0]};User:${users.scram[0]}`,
    'allow.everyone.if.no.acl.found': 'false',
    'ssl.keystore.location': keystore(folder),
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.password': storePassword,
    'ssl.client.auth': 'none',
  },
});

const storePassword = 'changeit';
const keystore = (folder: string): string => join(folder, 'tls.p12');

/** PEM file with the certificate of the broker's TLS listener. */
export const certificateOf = (folder: string): string => join(folder, 'tls.pem');

/** Creates a key and a self-signed certificate for 127.0.0.1. Must run before the broker starts. */
export async function makeCertificate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const store = ['-keystore', keystore(folder), '-storepass', storePassword, '-alias', 'broker'];
  const subject = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1', '-validity', '2', '-keyalg', 'EC'];
  await run('keytool', ['-genkeypair', '-storetype', 'PKCS12', ...store, ...subject]);
  await run('keytool', ['-exportcert', '-rfc', '-file', certificateOf(folder), ...store]);
}

/** Brokers that only one test uses. */
export async function ownBrokers(
  directory: string,
  options: Pick<LocalKafkaOptions, 'nodes' | 'properties'>,
): Promise<{ readonly kafka: LocalKafka; readonly destroy: () => Promise<void> }> {
  const folder = join(directory, `broker-${newName()}`);
  const kafka = await openLocalKafka({ ...options, programs: localDirectory(), folder });
  return {
    kafka,
    destroy: async () => {
      await kafka.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const newName = (): string => randomBytes(4).toString('hex');
