import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  mint: 'The supply grew although the chain states that no account can create tokens.',
  mintHolders: 'Tokens came to be in a way that the stated authorities do not show.',
  authority: 'The chain states other control of an authority than the document.',
  authorityHolders: 'Document and chain name different accounts that can use the authority.',
};

export const checkContradicted = defineRule({
  id: 'check-contradicted',
  appliesTo: { comparison: 'source_check' },
  claim: 'A chain that states another thing than was promised of it weakens transparency and supply.',
  texts,
  evaluate: ({ name, state }) => {
    if (state !== 'differ' || (name !== 'mint' && name !== 'authority')) return null;
    return {
      dimensions: all('weakens', 'transparency', 'supply'),
      materiality: 'material',
      reason: texts[name],
      holders: name === 'mint' ? texts.mintHolders : texts.authorityHolders,
    };
  },
});
