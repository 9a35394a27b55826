/** Texts about a row of a register. */
import type { RegisterListedValue, RowNames } from '../../../../schemas/facts.ts';
import { fill } from '../../../text/template.ts';
import { publisherOf } from '../../../text/publisher-text.ts';
import { rowTexts } from './templates.ts';
import { clipped, formatDate, joinList, orElse } from '../../../text/values.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';
import { replaceAddresses } from '../../../../schemas/values/written-addresses.ts';

const longestToken = 160;
const longestInHeadline = 60;

/** Slots of the templates about a row. `names` is what the row names when it is no longer about the asset. */
export function rowSlots(value: RegisterListedValue, names: RowNames | undefined) {
  const ofIssuer = value.matchedBy === 'issuer';
  const row = formatRow(value);
  const short = formatRow(value, longestInHeadline);
  const the = ofIssuer ? rowTexts.theIssuers : rowTexts.the;
  const register = orElse(value.register, rowTexts.register);
  return {
    register,
    Register: sentenceCase(register),
    date: formatDate(value.asOf),
    firstSeen: formatDate(value.firstSeenAt),
    of: ofIssuer ? rowTexts.ofIssuer : rowTexts.ofToken,
    ofNote: ofIssuer ? ` ${rowTexts.issuerNote}` : '',
    row,
    short,
    theRow: fill(the, { row }),
    theShort: fill(the, { row: short }),
    successors: formatSuccessors(value.successorRowIds.length),
    names: names === undefined ? rowTexts.noIdentifier : formatNames(value, names),
  };
}

/** The entity, and the token that distinguishes the row from the entity's other rows. */
export function formatRow(
  { entity, token }: Pick<RegisterListedValue, 'entity' | 'token'>,
  longest = longestToken,
): string {
  const slots = { entity: orElse(entity, rowTexts.unnamed), token: clipped(formatToken(token), longest) };
  return fill(slots.token === '' ? rowTexts.named : rowTexts.namedToken, slots);
}

/** A row that names its white paper by a link is distinguished by who publishes it. */
const formatToken = (token: string): string =>
  replaceAddresses(token, (address, at) => {
    const publisher = publisherOf(address);
    return at === 0 ? fill(rowTexts.whitePaper, { publisher }) : publisher;
  });

/** For a row that named the token: its identifiers. For a row of the issuer without identifiers: its entity. */
function formatNames({ matchedBy }: RegisterListedValue, { entity, lei, identifiers }: RowNames): string {
  const items = joinList(identifiers);
  if (identifiers.length > 1) return fill(rowTexts.identifiers, { items });
  if (identifiers.length === 1) return fill(rowTexts.identifier, { items });
  if (matchedBy === 'identifier') return rowTexts.noIdentifier;
  const name = orElse(entity, rowTexts.unnamed);
  return lei === null
    ? fill(rowTexts.entityWithoutLei, { entity: name })
    : fill(rowTexts.entity, { entity: name, lei });
}

function formatSuccessors(count: number): string {
  if (count === 0) return rowTexts.noSuccessor;
  return count === 1 ? rowTexts.oneSuccessor : fill(rowTexts.successors, { count: String(count) });
}
