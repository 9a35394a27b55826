import type { GivenFile } from '../../../../api/readmodel/registry/port.ts';

/** Fields of a form with a text to import. */
export const fileFields = ['text', 'format', 'chain', 'issuer', 'update'] as const;

/** Largest form with a text, bytes. */
export const formBytes = 4 * 1024 ** 2;

/** The text of a form with its options. A browser sends every line of a form with CR and LF. */
export const givenFile = (form: URLSearchParams): GivenFile => ({
  text: (form.get('text') ?? '').replaceAll('\r\n', '\n'),
  format: stated(form, 'format'),
  chain: stated(form, 'chain'),
  issuer: stated(form, 'issuer'),
  update: form.get('update') === 'true',
});

/** A field without the spaces around it; null if it is empty or missing. */
export function stated(form: URLSearchParams, name: string): string | null {
  const text = (form.get(name) ?? '').trim();
  return text === '' ? null : text;
}

/** The fields that make the same file again. */
export const fieldsOf = ({ text, format, chain, issuer, update }: GivenFile): Readonly<Record<string, string>> => ({
  text,
  format: format ?? '',
  chain: chain ?? '',
  issuer: issuer ?? '',
  update: update ? 'true' : '',
});

export const itemPath = (kind: string, id: string): string => `/operator/registry/${kind}/${id}`;
