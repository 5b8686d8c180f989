import { Dice } from '../../sandbox/world/dice.ts';

function oneOf<Item>(dice: Dice, items: readonly Item[]): Item {
  return items[dice.between(0, items.length - 1)] as Item;
}

type Node = { [name: string]: unknown } | unknown[];

/** The place of a value in a response. */
interface Place {
  readonly parent: Node;
  readonly name: string | number;
  readonly value: unknown;
}

/** Returns the response with one to three errors, as bytes. The same seed gives the same bytes. */
export function mutate(response: unknown, seed: number): Buffer {
  const dice = new Dice(`mutation ${seed}`);
  const tree = structuredClone(response) as Node;
  const inTree = dice.chance(0.75);
  if (inTree) for (let count = dice.between(1, 3); count > 0; count -= 1) oneOf(dice, inTheTree)(tree, dice);
  const body = dice.chance(0.15) ? oneOf(dice, envelopes)(tree) : tree;
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  return inTree ? bytes : oneOf(dice, inTheBytes)(bytes, dice);
}

function placesOf(node: Node): Place[] {
  const pairs: [string | number, unknown][] = Array.isArray(node) ? [...node.entries()] : Object.entries(node);
  return pairs.flatMap(([name, value]) => [{ parent: node, name, value }, ...(isNode(value) ? placesOf(value) : [])]);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function put({ parent, name }: Place, value: unknown): void {
  Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true });
}

function take({ parent, name }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
}

type InTree = (tree: Node, dice: Dice) => void;

const anywhere =
  (change: (place: Place, dice: Dice) => void): InTree =>
  (tree, dice) => {
    const places = placesOf(tree);
    if (places.length > 0) change(oneOf(dice, places), dice);
  };

const becomes = (values: (place: Place, dice: Dice) => unknown) =>
  anywhere((place, dice) => put(place, values(place, dice)));

const renamed = (name: (old: string) => string) =>
  anywhere((place) => {
    if (Array.isArray(place.parent)) return;
    take(place);
    put({ ...place, name: name(String(place.name)) }, place.value);
  });

const inList = (change: (list: unknown[], dice: Dice) => void): InTree =>
  anywhere((place, dice) => {
    const list = Array.isArray(place.value) ? place.value : place.parent;
    if (Array.isArray(list) && list.length > 0) change(list, dice);
  });

const strangeTexts = [
  '',
  '   ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '<script>alert(1)</script>',
  '__proto__',
  'Unknown Case Title',
  '2026-02-31',
  'Feb 30, 2026',
  '9'.repeat(400),
  'é'.repeat(20_000),
  'Nadia Brook',
  '2024-05-06',
  'May 6, 2024',
  'terminated',
  'open',
];
const strangeNumbers = [-1, 0, 0.5, 1, 7, 1e308, 2 ** 53, 2 ** 53 + 2, -(2 ** 60), 1e21];
const wrongTypes = [17, 'text', true, false, {}, [], [[]], [null], { a: { b: 1 } }, null];

/** Lists in lists, or objects in objects, deeper than a recursion can go. */
function deep(levels: number, asList: boolean): unknown {
  let nested: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) nested = asList ? [nested] : { data: nested };
  return nested;
}

const inTheTree: readonly InTree[] = [
  anywhere(take),
  anywhere(take),
  becomes(() => null),
  becomes(() => null),
  becomes((_, dice) => oneOf(dice, wrongTypes)),
  becomes(({ value }, dice) => (typeof value === 'string' ? oneOf(dice, strangeTexts) : value)),
  becomes(({ value }, dice) => (typeof value === 'number' ? oneOf(dice, strangeNumbers) : value)),
  becomes(({ value }) => (typeof value === 'number' ? String(value) : value)),
  becomes(({ value }) => (typeof value === 'string' ? value.toUpperCase() : value)),
  becomes(({ value }) => [value]),
  becomes(({ value }) => ({ value })),
  becomes((_, dice) => deep(dice.between(10, 900), dice.chance(0.5))),
  renamed((old) => `${old}_`),
  renamed(() => '__proto__'),
  renamed(() => 'constructor'),
  anywhere((place) => put({ ...place, name: '__proto__' }, { polluted: true, hits: [], code: 0 })),
  anywhere((place) => isNode(place.value) && put({ ...place, parent: place.value, name: 'extra' }, { more: [1] })),
  inList((list) => list.reverse()),
  inList((list, dice) => list.sort(() => dice.between(-1, 1))),
  inList((list, dice) => list.push(structuredClone(oneOf(dice, list)))),
  inList((list) => list.push(...structuredClone(list))),
  inList((list, dice) => list.splice(dice.between(0, list.length - 1), 1, null)),
  inList((list, dice) => list.splice(dice.between(0, list.length - 1))),
];

const envelopes: readonly ((body: Node) => unknown)[] = [
  (body) => [body],
  (body) => ({ code: 0, message: 'success', data: body }),
  (body) => ({ code: 0, data: { data: body } }),
  (body) => ({ ...body, code: 5003 }),
  (body) => ({ ...body, code: '1003' }),
  (body) => ({ ...body, pointCost: -4 }),
  (body) => ({ result: body }),
  () => ({ code: 0, message: 'success', data: null }),
  () => ({ code: 0, message: 'success', data: { total: 0, hits: [] } }),
  () => ({ total: 0, hits: [] }),
  () => 'null',
  () => null,
];

type InBytes = (bytes: Buffer, dice: Dice) => Buffer;

const spliced =
  (piece: (dice: Dice) => Buffer): InBytes =>
  (bytes, dice) => {
    const at = dice.between(0, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), piece(dice), bytes.subarray(at)]);
  };

const cut: InBytes = (bytes, dice) => bytes.subarray(0, dice.between(0, bytes.length - 1));

const flipped: InBytes = (bytes, dice) => {
  const copy = Buffer.from(bytes);
  const at = dice.between(0, copy.length - 1);
  copy[at] = (copy[at] ?? 0) ^ (1 << dice.between(0, 7));
  return copy;
};

const lostRange: InBytes = (bytes, dice) => {
  const from = dice.between(0, bytes.length - 1);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + dice.between(1, 60))]);
};

/** Renames a field of the text, also to names that JavaScript treats specially. */
const misnamed: InBytes = (bytes, dice) => {
  const text = bytes.toString('utf8');
  const names = text.match(/"\w+":/g) ?? ['"hits":'];
  const name = oneOf(dice, names);
  return Buffer.from(text.replace(name, oneOf(dice, ['"__proto__":', '"toString":', '"length":', '"":'])));
};

const inTheBytes: readonly InBytes[] = [
  cut,
  flipped,
  flipped,
  flipped,
  lostRange,
  misnamed,
  spliced(() => Buffer.from([0])),
  spliced(() => Buffer.from([0xff, 0xfe])),
  spliced((dice) => Buffer.from(oneOf(dice, ['"', '}', ']', ',', '\\', '\n', 'null', '<b>', '\\ud800', '\\u0000']))),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  () => Buffer.from('<!doctype html><title>Sign in</title>'),
  () => Buffer.alloc(0),
  () => Buffer.from('[[[['.repeat(5_000)),
];
