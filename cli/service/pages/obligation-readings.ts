import { nameOfSource } from '../../../schemas/terms/source-keys.ts';
import type { ObligationReading } from '../../../explorer/labels/obligations.ts';
import type { Evidence, FieldTest, Obligation } from '../../../pipeline/obligations/rule.ts';
import { obligations } from '../../../pipeline/obligations/v1/rules.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';

/** How each obligation is read, for pages. */
export const obligationReadings = (): readonly ObligationReading[] =>
  obligations.map((obligation) => ({
    id: obligation.id,
    title: obligation.title,
    reading: [
      `Counts from ${dayWords(obligation.effectiveFrom)}${earlierWords(obligation)}${obligation.effectiveTo === null ? '' : ` to ${dayWords(obligation.effectiveTo)}`}.`,
      shownBy(obligation),
      ...dueWords(obligation),
      ...(obligation.isUntested === true ? ['Written without data to try it on.'] : []),
    ].join(' '),
  }));

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayWords = (iso: string): string => day.format(Date.parse(`${iso}T00:00:00Z`));

const earlierWords = ({ orAfterFinalRules: days }: Obligation): string =>
  days === undefined ? '' : `, or from ${days} days after its final rules were issued, if that is earlier`;

function dueWords({ period }: Obligation): readonly string[] {
  if (period === null) return [];
  const span = period.months === 1 ? 'month' : 'half-year';
  return [`Due ${period.graceDays} days after the end of each ${span}.`];
}

function shownBy({ evidence, unread }: Obligation): string {
  if (evidence === null) return `Nothing here shows it: ${unread ?? 'no source of it is read'}.`;
  return `Shown by ${evidenceWords(evidence)}.`;
}

function evidenceWords(evidence: Evidence): string {
  switch (evidence.of) {
    case 'fields':
      return `what declared documents state of ${listOf(evidence.fields.map(fieldWords))}`;
    case 'policy': {
      const [stated, notified] = [listOf(evidence.fields.map(labelWords)), labelWords(evidence.notified)];
      return `what declared documents state of ${stated}; after a change of ${notified} it is not checked`;
    }
    case 'row':
      return `a row about the token in ${registerName(evidence.register)}, with an authorisation that has not ended`;
    case 'document': {
      const shown = `the document that the row in ${registerName(evidence.register)} links to`;
      const { notified } = evidence;
      if (notified === undefined) return shown;
      return `${shown}, where it was notified on or after ${dayWords(notified.from)}; due ${notified.graceDays} days later`;
    }
    case 'report':
      return evidence.with.length === 0
        ? 'a dated reserve report'
        : `a dated reserve report that states ${listOf(evidence.with.map((part) => partNames[part]))}`;
    case 'deposits':
      return `the newest reserve report: ${evidence.least / 100} % of the funds are deposits, ${evidence.leastSignificant / 100} % for a significant token, and the rest is low-risk`;
    case 'freeze':
      return 'a power over holders that the chain shows';
    case 'lei':
      return 'the entry of the issuer in the register of legal entities';
    case 'proofs':
      return 'an accepted proof of control for each account with an authority over the token';
    case 'check':
      return 'sources that agree with each other';
  }
}

const partNames = {
  tokens: 'the tokens in circulation',
  reserves: 'the reserves',
  classes: 'their classes',
  auditor: 'who examined it',
} as const;

const labelWords = (field: string): string => `“${fieldOf(field)?.label ?? field}”`;
const fieldWords = ({ field }: FieldTest): string => labelWords(field);

const registerName = (key: string): string => feeds.get(nameOfSource(key))?.manifest.label ?? key;

const listOf = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
