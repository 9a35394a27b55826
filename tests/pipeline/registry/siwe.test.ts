import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recoverEip191 } from '../../../pipeline/registry/proofs/signatures/eip191.ts';
import {
  looksLikeSiwe,
  parseSiwe,
  type SiweMessage,
  siweTimeProblem,
} from '../../../pipeline/registry/proofs/statement/siwe.ts';
import { parseTimestamp } from '../../../schemas/values/timestamp.ts';

type Fields = Readonly<Record<string, string | number | readonly string[] | null>>;

const vectors = <V>(name: string): readonly (readonly [string, V])[] =>
  Object.entries(
    JSON.parse(readFileSync(new URL(`../../fixtures/siwe/${name}.json`, import.meta.url), 'utf8')) as Record<string, V>,
  );

for (const [name, text] of vectors<string>('parsing_negative')) {
  test(`refused: ${name}`, () => assert.type(parseSiwe(text), 'string'));
}

for (const [name, { message, fields }] of vectors<{ message: string; fields: Fields }>('parsing_positive')) {
  test(`read: ${name}`, () => {
    assert.ok(looksLikeSiwe(message));
    const parsed = parseSiwe(message);
    assert.type(parsed, 'object');
    const { domain, address, statement, uri, chainId, nonce, issuedAt, resources } = parsed as SiweMessage;
    assert.is(domain.replace(/^https:\/\//, ''), fields['domain']);
    assert.equal(
      [address, uri, chainId, nonce],
      [fields['address'], fields['uri'], fields['chainId'], fields['nonce']],
    );
    assert.is(statement, fields['statement'] ?? null);
    assert.is(issuedAt, parseTimestamp(String(fields['issuedAt'])));
    assert.equal(resources, fields['resources'] ?? []);
  });
}

/** The text of a message as ERC-4361 writes it. */
const textOf = (fields: Fields): string => {
  const of = (name: string): string => String(fields[name]);
  return [
    `${of('domain')} wants you to sign in with your Ethereum account:`,
    of('address'),
    '',
    ...(fields['statement'] === undefined ? [] : [of('statement')]),
    '',
    `URI: ${of('uri')}`,
    `Version: ${of('version')}`,
    `Chain ID: ${of('chainId')}`,
    `Nonce: ${of('nonce')}`,
    `Issued At: ${of('issuedAt')}`,
    ...(fields['expirationTime'] === undefined ? [] : [`Expiration Time: ${of('expirationTime')}`]),
    ...(fields['notBefore'] === undefined ? [] : [`Not Before: ${of('notBefore')}`]),
  ].join('\n');
};

/** Verifies as at a time: by default one at which the vectors were in use. */
function verifies(fields: Fields): boolean {
  const text = textOf(fields);
  const message = parseSiwe(text);
  if (typeof message === 'string') return false;
  const at = parseTimestamp(String(fields['time'] ?? '2023-01-01T00:00:00Z')) ?? 0;
  if (siweTimeProblem({ ...message, issuedAt: at }, { at, event: 'it was sent' }) !== null) return false;
  const recovered = recoverEip191(text, String(fields['signature']));
  return 'address' in recovered && recovered.address === message.address;
}

for (const [name, fields] of vectors<Fields>('verification_positive')) {
  test(`verified: ${name}`, () => assert.ok(verifies(fields)));
}

for (const [name, fields] of vectors<Fields>('verification_negative')) {
  // What a website expects of its own sign-in; a stored proof binds by its resources instead.
  if (name === 'domain binding' || name === 'custom nonce') continue;
  test(`not verified: ${name}`, () => assert.is(verifies(fields), false));
}

test.run();
