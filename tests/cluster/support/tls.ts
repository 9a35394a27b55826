import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

const run = promisify(execFile);
const password = 'changeit';

/** A certificate authority that is in no system's trust store. */
export interface PrivateAuthority {
  /** PEM file of its certificate. */
  readonly file: string;
  /** Key and certificate for 127.0.0.1, signed by the authority. */
  readonly server: { readonly pfx: Buffer; readonly passphrase: string };
}

export async function makeAuthority(folder: string): Promise<PrivateAuthority> {
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const keytool = async (command: string, store: string, alias: string, ...more: readonly string[]): Promise<void> => {
    const of = ['-keystore', at(store), '-storetype', 'PKCS12', '-storepass', password, '-alias', alias];
    await run('keytool', [command, ...of, ...more]);
  };
  const key = ['-keyalg', 'EC', '-validity', '2'];
  await Promise.all([
    keytool('-genkeypair', 'ca.p12', 'ca', '-dname', 'CN=A private authority', '-ext', 'bc:c', ...key),
    keytool('-genkeypair', 'server.p12', 'server', '-dname', 'CN=127.0.0.1', ...key),
  ]);
  await Promise.all([
    keytool('-exportcert', 'ca.p12', 'ca', '-rfc', '-file', at('ca.pem')),
    keytool('-certreq', 'server.p12', 'server', '-file', at('server.csr')),
  ]);
  const files = ['-infile', at('server.csr'), '-outfile', at('server.pem')];
  await keytool('-gencert', 'ca.p12', 'ca', '-rfc', '-ext', 'san=ip:127.0.0.1', '-validity', '2', ...files);
  await keytool('-importcert', 'server.p12', 'ca', '-noprompt', '-file', at('ca.pem'));
  await keytool('-importcert', 'server.p12', 'server', '-noprompt', '-file', at('server.pem'));
  return { file: at('ca.pem'), server: { pfx: readFileSync(at('server.p12')), passphrase: password } };
}

export interface TlsProxy {
  readonly port: number;
  /** Connections with a complete TLS handshake. */
  readonly accepted: () => number;
  /** Connections that ended during the handshake, because the client did not trust the certificate. */
  readonly refused: () => number;
  readonly close: () => Promise<void>;
}

/** A TLS server in front of a local plaintext port. */
export async function tlsBefore(port: number, { server: certificate }: PrivateAuthority): Promise<TlsProxy> {
  let [accepted, refused] = [0, 0];
  const open = new Set<TLSSocket>();
  const server = createServer(certificate, (outside) => {
    accepted += 1;
    open.add(outside);
    const inside = connect(port, '127.0.0.1');
    const end = (): void => {
      open.delete(outside);
      outside.destroy();
      inside.destroy();
    };
    for (const side of [outside, inside]) side.on('error', end).on('close', end);
    outside.pipe(inside).pipe(outside);
  });
  server.on('tlsClientError', () => {
    refused += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    refused: () => refused,
    close: async () => {
      for (const one of open) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
