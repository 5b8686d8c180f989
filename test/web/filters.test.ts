import { expect, it } from 'vitest';
import { choice } from '../../src/web/lists/listPage.ts';

const draw = async (query: string) =>
  String(await choice('kind', 'cases and designs', ['cases', ['designs', 'new designs']], new URLSearchParams(query)));

it('the first choice of a filter means all, and is selected if the address has none', async () => {
  expect(await draw('')).toContain('<select name="kind"><option value="" selected>cases and designs</option>');
  expect(await draw('kind=designs')).toBe(
    '<label>Kind <select name="kind"><option value="">cases and designs</option><option value="cases">cases</option>' +
      '<option value="designs" selected>new designs</option></select></label>',
  );
});
