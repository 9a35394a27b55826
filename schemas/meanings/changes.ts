import { explanationKinds } from '../explanation-kinds.ts';
import type { ExplanationKind } from '../vocabulary.ts';
import { meaningsOf } from './meanings-of.ts';

/** Vocabularies of a change and its assessment. */
export const meaningsOfChanges = meaningsOf({
  category: {
    about: 'What kind of fact changed.',
    terms: {
      disclosure_field: 'A value that a source of the issuer discloses.',
      source_drift: 'A declared source as a whole: its address, its text, whether it can be read.',
      register: 'A row of a public register, or the check of the issuer by this registry.',
      sanctions: 'A match with an entry of a sanctions list.',
      party_edge: 'Who has a role for the token or power over it, and the code that it runs.',
      collateral_isin: 'A security of the reserve, by its ISIN.',
    },
  },
  changeKind: {
    about: 'What happened to the fact.',
    terms: {
      added: 'It is stated for the first time.',
      changed: 'Another value is stated.',
      removed: 'It is no longer stated.',
      corrected: 'Its source corrected the earlier value.',
      restored: 'It is stated again after it was not.',
      moved: 'It is stated at another place.',
      unreachable: 'Its source could not be read over several checks.',
      listed: 'A sanctions list names it.',
      delisted: 'A sanctions list no longer names it.',
      amended: 'The entry of the list changed.',
      replaced: 'Another party, account or code is in its place.',
    },
  },
  explanationKind: {
    about: 'What the explanation of a change states.',
    terms: Object.fromEntries(
      Object.entries(explanationKinds).map(([kind, { meaning }]) => [kind, meaning]),
    ) as Readonly<Record<ExplanationKind, string>>,
  },
  direction: {
    about: 'The effect of a change on the position of a holder.',
    terms: {
      weakens: 'The holder is worse off.',
      mixed: 'Some of it is better for the holder, some is worse, or it depends on who follows.',
      strengthens: 'The holder is better off.',
      neutral: 'The position of the holder is the same.',
      unassessed: 'The rules do not judge it.',
    },
  },
  severity: {
    about: 'How urgent a change or notification is for a holder, the most urgent first.',
    terms: {
      severe: 'Check at once: tokens may be frozen, replaced or worthless.',
      high: 'Check the same day.',
      medium: 'Check in the ordinary course of work.',
      low: 'For the record.',
    },
  },
  materiality: {
    about: 'How much a disclosure change matters.',
    terms: {
      material: 'What the holder is owed, or the risk of it, changed.',
      clarification: 'The same content is stated more exactly.',
      editorial: 'The wording changed and not the content.',
    },
  },
  dimension: {
    about: 'The aspect of the holder’s position that a change affects.',
    terms: {
      participant_protection: 'The rights and safeguards of holders.',
      redemption: 'How a holder gets the value back from the issuer.',
      reserve_quality: 'How safe and liquid the reserve is.',
      custody: 'Who keeps the reserve, and how it is kept apart.',
      governance: 'Who decides about the token and its terms.',
      transparency: 'What holders can check.',
      supply: 'How many tokens there are or may be.',
      legal_standing: 'Whether issuer and token are allowed, and which claims the law gives.',
      cost: 'What holders pay.',
      transferability: 'Whether and where tokens can be transferred.',
    },
  },
  assessmentStatus: {
    about: 'How far the assessment of a change is.',
    terms: {
      assessed: 'The rules have judged it.',
      unassessed: 'No rule judges it.',
      pending: 'It waits for more data.',
      superseded: 'The change was withdrawn or replaced, so its assessment no longer counts.',
      failed: 'The assessment could not be computed.',
    },
  },
  disposition: {
    about: 'How a change is shown.',
    terms: {
      shown: 'As a change of its own.',
      collapsed: 'As a part of another change.',
      held: 'Only after a review or a later reading decides.',
      suppressed: 'For the record, without a notification.',
      superseded: 'As withdrawn, or replaced by another change.',
    },
  },
  assessmentMethod: {
    about: 'How an assessment was made.',
    terms: {
      deterministic: 'By published rules: the same input has the same result.',
      fallback: 'By a general rule, because no specific one fits.',
      none: 'No assessment was made.',
    },
  },
  notificationKind: {
    about: 'What a notification is about.',
    terms: {
      intake_ready: 'A watched token is monitored.',
      intake_partial: 'A watched token is monitored in part: something about it is not read.',
      intake_unresolved: 'A watched token cannot be monitored.',
      disclosure_change: 'A disclosed value changed.',
      register_change: 'A register row, a list entry or the check of the issuer changed.',
      party_edge_change: 'A party or an authority of the token changed.',
      tokenomics_change: 'The disclosed or observed supply changed.',
      tokenomics_disagreement: 'Two sources about the token disagree.',
      obligation_verdict_change: 'The verdict on an obligation changed.',
      obligation_not_evidenced: 'An obligation that counts is not evidenced.',
      obligation_regime_added: 'The token falls under another regime.',
    },
  },
});
