import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const key = ['-keyalg', 'EC', '-validity', '2'];

const keytoolIn =
  (folder: string) =>
  async (command: string, store: string, alias: string, ...more: readonly string[]): Promise<void> => {
    const of = ['-keystore', join(folder, store), '-storetype', 'PKCS12', '-storepass', password, '-alias', alias];
    await run('keytool', [command, ...of, ...more]);
  };

export async function makeAuthority(folder: string): Promise<PrivateAuthority> {
  mkdirSync(folder, { recursive: true });
  const keytool = keytoolIn(folder);
  await keytool('-genkeypair', 'ca.p12', 'ca', '-dname', 'CN=A private authority', '-ext', 'bc:c', ...key);
  await keytool('-exportcert', 'ca.p12', 'ca', '-rfc', '-file', join(folder, 'ca.pem'));
  const { store } = await issueCertificate(folder, 'server');
  return { file: join(folder, 'ca.pem'), server: { pfx: readFileSync(store), passphrase: password } };
}

/** A certificate, signed by the authority of the folder. */
export interface IssuedCertificate {
  /** PKCS12 file with the key, the certificate and that of the authority. */
  readonly store: string;
  readonly password: string;
  /** PEM file of the certificate. */
  readonly file: string;
}

/** Issues a certificate, by default for 127.0.0.1 and valid from now on. */
export async function issueCertificate(
  folder: string,
  name: string,
  options: { readonly san?: string; readonly startDate?: string } = {},
): Promise<IssuedCertificate> {
  const { san = 'ip:127.0.0.1', startDate = '-1H' } = options;
  const keytool = keytoolIn(folder);
  const at = (ending: string): string => join(folder, `${name}.${ending}`);
  await keytool('-genkeypair', `${name}.p12`, name, '-dname', `CN=${name}`, ...key);
  await keytool('-certreq', `${name}.p12`, name, '-file', at('csr'));
  const validity = ['-startdate', startDate, '-validity', '2', '-ext', `san=${san}`];
  await keytool('-gencert', 'ca.p12', 'ca', '-rfc', ...validity, '-infile', at('csr'), '-outfile', at('pem'));
  await keytool('-importcert', `${name}.p12`, 'ca', '-noprompt', '-file', join(folder, 'ca.pem'));
  await keytool('-importcert', `${name}.p12`, name, '-noprompt', '-file', at('pem'));
  return { store: at('p12'), password, file: at('pem') };
}

/** Key stores do not give their keys away as text; Java reads them. */
const exportKey = `import java.security.*; import java.util.*;
class ExportKey { public static void main(String[] a) throws Exception {
  var store = KeyStore.getInstance(new java.io.File(a[0]), a[1].toCharArray());
  var key = store.getKey(a[2], a[1].toCharArray()).getEncoded();
  System.out.print("-----BEGIN PRIVATE KEY-----\\n" + Base64.getMimeEncoder(64, new byte[] {10}).encodeToString(key) + "\\n-----END PRIVATE KEY-----\\n");
} }
`;

/** PEM file with the key of an issued certificate. */
export async function keyFileOf(folder: string, name: string, issued: IssuedCertificate): Promise<string> {
  const program = join(folder, 'ExportKey.java');
  writeFileSync(program, exportKey);
  const { stdout } = await run('java', [program, issued.store, issued.password, name]);
  const file = join(folder, `${name}.key.pem`);
  writeFileSync(file, stdout, { mode: 0o600 });
  return file;
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
