import { expect, it } from 'vitest';
import { fieldName, fieldNameInside, statusWords } from '../../../src/alerts/message/words/recordWords.ts';

it('a field that is known has its name, and any other is worded from its key', () => {
  expect(fieldName('assignedTo')).toBe('Judge');
  expect(fieldNameInside('pdfUrl')).toBe('PDF');
  expect(fieldName('details.application_number')).toBe('Application number');
});

it.each([
  'constructor',
  'valueOf',
  '__proto__',
  'toString',
])('the name of a field handles %s like any other word', (word) => {
  expect(fieldName(word)).toMatch(/^[A-Z]/);
  expect(fieldNameInside(word)).toEqual(expect.any(String));
  expect(statusWords(word)).toBe(word);
});
