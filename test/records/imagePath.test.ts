import { expect, it } from 'vitest';
import { imagePathOf } from '../../src/records/design.ts';

it.each([
  ['https://images.example/EMID/1.jpg?sig=1#top', '/EMID/1.jpg'],
  ['http://127.0.0.1:8080/EMID/1.jpg', '/EMID/1.jpg'],
  ['EMID/1.jpg', 'EMID/1.jpg'],
  ['https://images.example', '/'],
  ['', ''],
  ['https://images.example/img?id=1', '/img?id=1'],
  ['https://images.example/img?id=2', '/img?id=2'],
  ['https://other.example/img?X-Amz-Date=20261121&sig=b&id=2&expires=9#top', '/img?id=2'],
  ['https://images.example/show.php?view=2&design=7', '/show.php?design=7&view=2'],
  ['https://images.example/EMID/1?sig=1', '/EMID/1'],
  ['https://images.example/EMID/1.PNG?view=2', '/EMID/1.PNG'],
])('the path of %j is %j, whatever the host and the signature', (url, path) => {
  expect(imagePathOf(url)).toBe(path);
});
