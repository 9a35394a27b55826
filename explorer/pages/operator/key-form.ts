import type { WantedKey } from '../../../api/readmodel/accounts/commands.ts';
import { UsageError } from '../../../infra/errors.ts';
import { isTerm, type Scope, termsOf } from '../../../schemas/vocabulary.ts';
import { FormRefusal } from '../../form-refusal.ts';

const highestLimit = 1_000_000;

/** The key that a form asks for. Throws UsageError or FormRefusal with a sentence for what is refused. */
export const wantedKey = (form: URLSearchParams): WantedKey => ({
  tenantId: (form.get('tenant') ?? '').trim() || null,
  scopes: scopesIn(form),
  limit: limitIn(form.get('limit')),
  expiresAt: expiryIn(form.get('expires')),
  name: (form.get('name') ?? '').trim(),
});

/** The limit of a form that must have one. */
export function wantedLimit(form: URLSearchParams): number {
  const limit = limitIn(form.get('limit'));
  if (limit === null) throw new FormRefusal('limit', 'the limit is missing');
  return limit;
}

function scopesIn(form: URLSearchParams): readonly Scope[] {
  const scopes = form.getAll('scope').map((scope): Scope => {
    if (!isTerm('scope', scope)) throw new UsageError(`"${scope}" is not one of ${termsOf('scope').join(', ')}`);
    return scope;
  });
  if (scopes.length === 0) throw new FormRefusal('scope', 'a key has at least one scope');
  return [...new Set(scopes)];
}

/** Null if none was given: a new tenant gets the usual limit, another keeps its own. */
function limitIn(text: string | null): number | null {
  const given = (text ?? '').trim();
  if (given === '') return null;
  const limit = Number(given);
  if (!/^\d+$/.test(given) || limit > highestLimit) {
    throw new FormRefusal('limit', `the limit is a whole number from 0 to ${highestLimit}, not "${given}"`);
  }
  return limit;
}

/** The first moment of a day in UTC; null for a key that does not end by itself. */
function expiryIn(text: string | null): number | null {
  const given = (text ?? '').trim();
  if (given === '') return null;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== given) {
    throw new FormRefusal('expires', `the end is a day such as 2027-01-31, not "${given}"`);
  }
  return at;
}
