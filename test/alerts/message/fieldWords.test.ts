import { expect, it } from 'vitest';
import { fieldName, fieldNameInside, statusWords } from '../../../src/alerts/message/words/fieldWords.ts';

it('names the fields that it knows, and words the others', () => {
  expect(fieldName('assignedTo')).toBe('Judge');
  expect(fieldNameInside('pdfUrl')).toBe('PDF');
  expect(fieldName('details.application_number')).toBe('Application number');
});

it.each(['constructor', 'valueOf', '__proto__', 'toString'])('takes %s for a word like any other', (word) => {
  expect(fieldName(word)).toMatch(/^[A-Z]/);
  expect(fieldNameInside(word)).toEqual(expect.any(String));
  expect(statusWords(word)).toBe(word);
});
