import { describe, expect, it } from 'vitest';
import { otherKeyOf } from '../../../src/records/record.ts';
import { designForm, locarnoForm } from '../../../src/service/parse/parseDesign.ts';

describe('a Locarno class', () => {
  it.each([
    ['09-01', '09-01'],
    ['9-1', '09-01'],
    ['0901', '09-01'],
    ['09.01', '09-01'],
    ['9 - 1', '09-01'],
    ['9–1', '09-01'],
    ['09-01 Bottles', '09-01'],
    ['Bottles', 'Bottles'],
    ['2018', '20-18'],
    ['09-011', '09-011'],
  ])('%j is normalized to %j', (shown, form) => {
    expect(locarnoForm(shown)).toBe(form);
  });
});

describe('the other key of a design', () => {
  it('is its source and number', () => {
    expect(otherKeyOf(designForm('X', { SOURCE: 'EMID', IRN: ' 12 ' }, undefined))).toBe('EMID.12');
  });

  it('does not exist without a number', () => {
    expect(otherKeyOf(designForm('X', { ID: 'X', SOURCE: 'EMID', IRN: null }, undefined))).toBeUndefined();
  });
});
