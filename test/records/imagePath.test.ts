import { expect, it } from 'vitest';
import { imagePathOf } from '../../src/records/design.ts';

it.each([
  ['https://images.example/EMID/1.jpg?sig=1#top', '/EMID/1.jpg'],
  ['http://127.0.0.1:8080/EMID/1.jpg', '/EMID/1.jpg'],
  ['EMID/1.jpg', 'EMID/1.jpg'],
  ['https://images.example', '/'],
  ['', ''],
])('the path of %j is %j, whatever the host and the query', (url, path) => {
  expect(imagePathOf(url)).toBe(path);
});
