/** Requests as raw text: plausible ones, with parts that are not. */
import fc from 'fast-check';
import { headers } from './http-headers.ts';
import { bodies, methods, paths, query } from './http-parts.ts';

type BodyFraming = 'length' | 'chunked' | 'none' | 'short' | 'long' | 'broken chunk';
const framings = fc.constantFrom<BodyFraming>(
  ...['length' as const, 'length' as const, 'length' as const, 'length' as const, 'length' as const],
  ...['chunked' as const, 'none' as const, 'none' as const, 'short' as const, 'long' as const, 'broken chunk' as const],
);

/** One request as text, latin1. */
const request = fc
  .record({
    start: fc.tuple(methods, paths, query, version()),
    usual: fc.tuple(
      mostly('Host: localhost'),
      mostly('Authorization: Bearer {key}'),
      mostly('Content-Type: application/json'),
    ),
    headers,
    body: bodies,
    framing: framings,
  })
  .map(({ start: [method, path, search, http], usual, headers: given, body, framing }) => {
    const framed = frame(body, framing);
    const lines = [`${method} ${path}${search} ${http}`, ...usual.flat(), ...given, ...framed.lines];
    return `${lines.join('\r\n')}\r\n\r\n${framed.body}`;
  });

function mostly(line: string): fc.Arbitrary<readonly string[]> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant([line]) }, { weight: 1, arbitrary: fc.constant([]) });
}

function version(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant('HTTP/1.1') },
    { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/9.9', 'http/1.1', 'X', '') },
  );
}

function frame(body: string, framing: BodyFraming): { readonly lines: readonly string[]; readonly body: string } {
  const bytes = Buffer.from(body, 'utf8').toString('latin1');
  const chunk = `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`;
  switch (framing) {
    case 'length':
      return { lines: [`Content-Length: ${bytes.length}`], body: bytes };
    case 'chunked':
      return { lines: ['Transfer-Encoding: chunked'], body: bytes === '' ? '0\r\n\r\n' : chunk };
    case 'none':
      return { lines: [], body: '' };
    case 'short':
      return { lines: [`Content-Length: ${bytes.length + 3}`], body: bytes };
    case 'long':
      return { lines: [`Content-Length: ${Math.max(0, bytes.length - 3)}`], body: bytes };
    case 'broken chunk':
      return { lines: ['Transfer-Encoding: chunked'], body: chunk.replace(/^\w+/, 'zz') };
  }
}

/** One connection: up to three requests, one after the other without waiting. */
export const connections: fc.Arbitrary<readonly string[]> = fc.array(request, { minLength: 1, maxLength: 3 });
