import type { DisclosureField } from './field.ts';
import { fieldsOf } from './define.ts';
import { documentValue } from './value-schemas.ts';

export const documentsFields: readonly DisclosureField[] = fieldsOf('documents', [
  {
    number: 36,
    name: 'document_reference',
    label: 'White paper or terms document',
    meaning:
      'the address of the document, its version, date and language, and the token identifiers and chains it names',
    stake: 'It states which text is in force.',
    value: documentValue,
    example: {
      url: 'https://example.com/white-paper.pdf',
      version: '2.1',
      date: '2026-01-30',
      language: 'en',
      dti: ['X9J9K872S'],
      chains: ['eip155:1'],
    },
    rule: { type: 'document' },
    dimensions: ['transparency', 'transferability'],
    places: {
      other: ['F.9', 'F.10', 'F.11', 'F.12', 'F.13', 'F.14'],
      eMoney: ['B.9', 'B.10', 'B.11', 'B.12', 'B.13'],
      sources: ['register'],
    },
  },
]);
