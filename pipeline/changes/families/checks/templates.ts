import type { CheckName } from '../../../../schemas/facts.ts';
import type { Wording } from '../../../text/template.ts';

/** `{left}` is what the issuer states, or the earlier reading; `{right}` what chains state, each with its day. */
export const checkTexts = {
  supply: {
    title: 'Reported and counted supply differ',
    headline: 'The report and the chains state different supplies',
    what: 'The report of {leftDay} states {left}; the chains hold {right}.',
    whatDetail:
      'The report of {leftDay}, read from {leftSource}, states {left}. The deployments that this registry lists held {right} around that day, by finalized blocks. The two differ by {difference}.',
  },
  mint: {
    title: 'Supply grew without a mint authority',
    headline: 'The supply grew while no account was stated to be able to mint',
    what: 'The supply went from {left} to {right}, and the chain stated that no account can create tokens.',
    whatDetail:
      'Finalized blocks of {leftDay} and {rightDay} on {rightSource} state that no account has the mint authority. The supply they state differs by {difference}.',
  },
  authority: {
    title: 'Stated and observed control differ',
    headline: 'A document and the chain state different control of the {authority}',
    what: 'The document read on {leftDay} states that the {authority} is with {left}; the chain states {right}.',
    whatDetail: 'Read in {leftSource} on {leftDay}: {left}. Read from {rightSource} on {rightDay}: {right}.',
  },
  chains: {
    title: 'Stated and listed chains differ',
    headline: 'The document and this registry name different chains',
    what: 'The document read on {leftDay} names {left}; this registry lists deployments on {right}.',
    whatDetail: 'Read in {leftSource} on {leftDay}: {left}. {difference}.',
  },
  restored: {
    title: 'Sources no longer differ',
    headline: 'The {check} no longer differ',
    what: 'The {check} no longer differ.',
    whatDetail: 'Stated: {left} by {leftSource} ({leftDay}), and {right} by {rightSource} ({rightDay}).',
  },
} as const satisfies Readonly<Record<CheckName | 'restored', Wording>>;

interface CheckLabels {
  readonly label: string;
  readonly meaning: string;
  readonly stake: string;
}

export const checkFields: Readonly<Record<CheckName, CheckLabels>> = {
  supply: {
    label: 'Reported supply and supply on the chains',
    meaning: 'How many tokens a reserve report states, and how many its chains held around the date of the report.',
    stake: 'If a report covers another number of tokens than exist, it shows less about the assets behind each token.',
  },
  mint: {
    label: 'Growth of the supply and mint authority',
    meaning: 'Whether the supply grew while the chain stated that no account can create tokens.',
    stake: 'Tokens came from somewhere that the stated authorities do not show.',
  },
  authority: {
    label: 'Stated control and control on the chain',
    meaning: 'What a document and the chain state about the account that has an authority.',
    stake: 'Who can use the authority decides what can be done with the token.',
  },
  chains: {
    label: 'Stated chains and listed deployments',
    meaning: 'The chains that a document names, and those on which this registry lists a deployment.',
    stake: 'A token on a chain that its document leaves out may be another one.',
  },
};

/** What no longer differs, in the middle of a sentence. */
export const checkedThings: Readonly<Record<CheckName, string>> = {
  supply: 'supply in the report and that on the chains',
  mint: 'growth of the supply and the mint authority',
  authority: 'control that a document states and that on the chain',
  chains: 'chains that a document names and the listed deployments',
};
