import type { RegistryDecision, RegistryEdit, RegistryKind } from '../../../../api/readmodel/registry/port.ts';
import { parseEvidence } from '../../../../schemas/values/evidence-reference.ts';
import { whyNotName } from '../../../../schemas/values/visible-name.ts';
import { isTerm } from '../../../../schemas/vocabulary.ts';
import { FormRefusal } from '../../../form-refusal.ts';
import { reviewLimits } from '../../../operator-port.ts';
import { stated } from './given-form.ts';

/** Members that the forms of an asset and of a party have; how each is typed. */
export const editedMembers = {
  assets: [
    { name: 'name', label: 'Name', kind: 'required' },
    { name: 'symbol', label: 'Symbol', kind: 'required' },
    { name: 'decimals', label: 'Decimals', kind: 'number' },
    { name: 'token', field: 'tokenName', label: 'Name that all deployments of the token share', kind: 'text' },
    { name: 'websiteUrl', label: 'Website', kind: 'text' },
    { name: 'whitepaperUrl', label: 'White paper', kind: 'text' },
    { name: 'regimes', label: 'Legal regimes, a line each', kind: 'list' },
    { name: 'description', label: 'Description', kind: 'lines' },
  ],
  parties: [
    { name: 'name', label: 'Name', kind: 'required' },
    { name: 'legalName', label: 'Legal name', kind: 'text' },
    { name: 'lei', label: 'LEI', kind: 'text' },
    { name: 'registrationNumber', label: 'Registration number', kind: 'text' },
    { name: 'country', label: 'Country, two letters', kind: 'text' },
    { name: 'aliases', label: 'Other names, a line each', kind: 'list' },
    { name: 'description', label: 'Description', kind: 'lines' },
  ],
} as const satisfies Readonly<Record<RegistryKind, readonly EditedMember[]>>;

export interface EditedMember {
  readonly name: string;
  /** Name of its field, where that is another: every form has a field `token` of its own. */
  readonly field?: string;
  readonly label: string;
  readonly kind: 'lines' | 'list' | 'number' | 'required' | 'text';
}

/** Name of the field of a member. */
const fieldOf = ({ name, field }: EditedMember): string => field ?? name;

/** Fields of the forms of an item. */
export const itemFields: Readonly<Record<RegistryKind, readonly string[]>> = {
  assets: [...['form', 'revision', 'do', 'issuer', 'by', 'why', 'evidence'], ...editedMembers.assets.map(fieldOf)],
  parties: [...['form', 'revision', 'status', 'kyb', 'by', 'why', 'evidence'], ...editedMembers.parties.map(fieldOf)],
};

/** A member as the form shows it. */
export const fieldText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join('\n')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);

/** The edit of a form: a member is stated only where the form has another text than the declaration. */
export function editOf(
  form: URLSearchParams,
  { kind, id, declared }: { readonly kind: RegistryKind; readonly id: string; readonly declared: object },
): RegistryEdit {
  const registered = declared as Readonly<Record<string, unknown>>;
  const members = editedMembers[kind].flatMap((member: EditedMember) => {
    const { name, kind: typed } = member;
    const text = (form.get(fieldOf(member)) ?? '').replaceAll('\r\n', '\n').trim();
    return text === fieldText(registered[name]).trim() ? [] : [[name, valueOf(name, typed, text)] as const];
  });
  const issuer = stated(form, 'issuer');
  return { kind, id, revision: form.get('revision') ?? '', members: Object.fromEntries(members), issuer };
}

function valueOf(name: string, typed: EditedMember['kind'], text: string): unknown {
  switch (typed) {
    case 'list':
      return linesOf(text);
    case 'lines':
      return text;
    case 'number':
      if (text === '') return null;
      if (!/^\d{1,3}$/.test(text)) throw new FormRefusal(name, 'the decimals are a whole number');
      return Number(text);
    case 'required':
      if (text === '') throw new FormRefusal(name, `the ${name} is missing`);
      return text;
    case 'text':
      return text === '' ? null : text;
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const assetDecisions = ['link', 'unlink', 'withdraw', 'restore'] as const;

/** The decision of a form; the id of the key is recorded behind the name, because anyone can type a name. */
export function decisionOf(
  form: URLSearchParams,
  { kind, id, keyId }: { readonly kind: RegistryKind; readonly id: string; readonly keyId: string },
): RegistryDecision {
  const [by, why] = [(form.get('by') ?? '').trim(), (form.get('why') ?? '').replaceAll('\r\n', '\n').trim()];
  if (by === '' || Array.from(by).length > longestBy) {
    throw new FormRefusal('by', `who decides is a name of 1 to ${longestBy} characters`);
  }
  const hides = whyNotName(by);
  if (hides !== null) throw new FormRefusal('by', `the name ${hides}`);
  if (why === '' || Array.from(why).length > reviewLimits.why) {
    throw new FormRefusal('why', `the reason has 1 to ${reviewLimits.why} characters`);
  }
  const evidence = linesOf((form.get('evidence') ?? '').replaceAll('\r\n', '\n'));
  const wrong = evidence.find((one) => parseEvidence(one) === null);
  if (wrong !== undefined) {
    throw new FormRefusal(
      'evidence',
      `${JSON.stringify(wrong)} is not file:sha256:<hex>:<name>, an https URL, register:<feed>:<row id> or proof:<proof id>`,
    );
  }
  const decided = { by: `${by} (key ${keyId})`, why, evidence };
  if (kind === 'assets') {
    const decision = assetDecisions.find((one) => one === form.get('do'));
    if (decision === undefined) throw new FormRefusal('do', `the decision is one of ${assetDecisions.join(', ')}`);
    return { ...decided, kind, id, decision };
  }
  const status = form.get('status') ?? '';
  if (!isTerm('kyiStatus', status))
    throw new FormRefusal('status', `${JSON.stringify(status)} is no status of the KYI`);
  const kyb = form.get('kyb');
  return { ...decided, kind, id, status, kyb: kyb === 'true' ? true : kyb === 'false' ? false : null };
}

/** Longest name on the form, characters: the id of the key stands behind it. */
export const longestBy = 80;
