import { describe, expect, it } from 'vitest';
import { isSameJudge } from '../../../src/records/diff/docketFields.ts';

describe('two names of a judge', () => {
  it.each([
    ['John Q. Smith', 'Judge John Q. Smith'],
    ['John Q. Smith', 'Hon. John Smith'],
    ['John Quincy Smith', 'Chief U.S. District Judge John Q Smith'],
    ['Smith, John Q.', 'John Q. Smith'],
    ['J. Smith', 'John Smith'],
    ['John Smith, Jr.', 'John Smith Jr'],
    ['Judge Smith', 'Smith'],
  ])('belong to one judge: %s, %s', (one, other) => {
    expect(isSameJudge(one, other)).toBe(true);
    expect(isSameJudge(other, one)).toBe(true);
  });

  it.each([
    ['John Q. Smith', 'Jane Q. Smith'],
    ['John Q. Smith', 'John R. Smith'],
    ['John Smith', 'John Smythe'],
    ['Ada Counsel', 'Grace Other'],
    ['Smith', 'Jones'],
    ['Ann Smith', 'Annabel Smith'],
  ])('belong to two judges: %s, %s', (one, other) => {
    expect(isSameJudge(one, other)).toBe(false);
    expect(isSameJudge(other, one)).toBe(false);
  });

  it('are compared name by name, however many there are', () => {
    const many = 'Smith '.repeat(400_000);
    expect(isSameJudge(`Ada ${many}Jones`, `Ada ${many}Smith Jones`)).toBe(true);
  });
});
