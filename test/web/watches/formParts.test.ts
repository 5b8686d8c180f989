import { expect, it } from 'vitest';
import { formParts, valueIn, watchFields } from '../../../src/web/pages/watches/fields.ts';

it('every field of a watch that has an effect is in the form, once for each kind of search', () => {
  const inForm = (['dockets', 'designs'] as const).map((kind) =>
    formParts(kind, { channels: ['counsel'] }).flatMap(({ fields }) => [...fields.keys()]),
  );
  const everywhere = new Set(inForm.flat());
  expect([...watchFields.keys()].filter((path) => !everywhere.has(path))).toEqual(['designs.expires']);
  for (const paths of inForm) expect(paths).toEqual([...new Set(paths)]);
});

it('a kind of news that is typed by its shown name is stored by its key', () => {
  const important = watchFields.get('important') ?? expect.fail('a field of every watch');
  expect(valueIn(important, 'New cases\ninjunction\nentry.updated', '\n', /[,\n]/)).toEqual([
    'docket.new',
    'injunction',
    'entry.updated',
  ]);
});
