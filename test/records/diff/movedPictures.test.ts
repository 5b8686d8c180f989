import { describe, expect, it } from 'vitest';
import type { Design } from '../../../src/records/design.ts';
import type { FieldValue } from '../../../src/records/diff/change.ts';
import { movedPictures } from '../../../src/records/diff/compareDesigns.ts';

const host = 'https://images.example/hague';
const design: Design = {
  type: 'design',
  key: 'HAGUE.DM/1',
  source: 'HAGUE',
  images: [
    { filename: '1.jpg', url: `${host}/1.jpg` },
    { filename: '3.jpg', url: `${host}/3.jpg` },
  ],
};
const moved = (before: FieldValue, after: FieldValue) => movedPictures([{ field: 'images', before, after }], design);

describe('the pictures of a change', () => {
  it('are the removed and the added ones, each with its address', () => {
    expect(moved(['/hague/1.jpg', '/hague/2.jpg'], ['/hague/1.jpg', '/hague/3.jpg'])).toEqual({
      gone: [{ path: '/hague/2.jpg', url: `${host}/2.jpg` }],
      come: [{ path: '/hague/3.jpg', url: `${host}/3.jpg` }],
    });
  });

  it('are all added ones if there were none before', () => {
    expect(moved(null, ['/hague/3.jpg'])).toEqual({ gone: [], come: [{ path: '/hague/3.jpg', url: `${host}/3.jpg` }] });
  });

  it('are undefined for a change of another field', () => {
    expect(movedPictures([{ field: 'holders', before: ['A'], after: ['B'] }], design)).toBeUndefined();
  });
});
