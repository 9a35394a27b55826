import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRegistryIndex } from '../../../api/readmodel/memory/registry/index.ts';
import { createChangeWriter, presentChange } from '../../../api/readmodel/resources/changes/present.ts';
import { asset, assetId, change } from '../records.ts';
import { anyCharacter } from '../../support/any-character.ts';

const registry = createRegistryIndex();
registry.apply(asset(1, { name: 'A "quoted" name' }));
const write = createChangeWriter(registry);

const text = fc.string({ unit: anyCharacter, maxLength: 8 });
const optionalText = fc.option(text, { nil: null });
const part = fc.record({
  title: text,
  detail: text,
  materiality: optionalText,
  fieldGroup: optionalText,
  before: optionalText,
  after: optionalText,
  quote: optionalText,
  priorQuote: optionalText,
  sourceUrl: optionalText,
  priorSourceUrl: optionalText,
  sourceHash: optionalText,
  impact: optionalText,
  confirmed: fc.boolean(),
  lowSignal: fc.boolean(),
});
const picked = fc.record({ itemId: fc.uuid(), gathering: fc.boolean(), isNew: fc.boolean() });

test('the written text of a change item is its JSON, for any content, the first time and again', () => {
  fc.assert(
    fc.property(part, fc.array(text, { maxLength: 3 }), fc.array(picked, { minLength: 2 }), (given, group, holders) => {
      const one = change('x', 1, given);
      for (const holder of holders) {
        const shown = { ...holder, assetId: assetId(1), id: one.id, revision: 0, detectedAt: 0, groupId: one.groupId };
        assert.is(write(one, shown, group), JSON.stringify(presentChange(one, shown, group, registry)));
      }
    }),
  );
});

test('a new record of the asset is shown at once', () => {
  const own = createRegistryIndex();
  const writeOwn = createChangeWriter(own);
  const one = change('y', 2);
  const shown = { itemId: 'i', gathering: false, isNew: true, assetId: assetId(2), id: one.id, revision: 0 };
  const item = () => JSON.parse(writeOwn(one, { ...shown, detectedAt: 0, groupId: one.groupId }, [one.id])) as object;
  const nameOf = (value: object): unknown => (value as { readonly asset: { readonly name: unknown } }).asset.name;
  assert.is(nameOf(item()), null);
  own.apply(asset(2));
  assert.is(nameOf(item()), 'Token 2');
  own.apply(asset(2, { position: 9, name: 'Other' }));
  assert.is(nameOf(item()), 'Other');
});

test.run();
