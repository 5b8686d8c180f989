import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { channelTypes, everyChannel, kindOf } from '../../src/config/channels.ts';
import { nudgeSchemas, nudgeTypes } from '../../src/config/readNudges.ts';
import { defaultsSchema, serviceSchema, settingsSchema } from '../../src/config/settingsSchema.ts';
import { designFields, docketFields, watchSchema } from '../../src/config/watchSchema.ts';
import { changeKinds } from '../../src/records/diff/change.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/config.md'), 'utf8');

/** Returns the keys that the section with this heading names in its table, or explains in its text. */
function documented(heading: string): string[] {
  const [, after = ''] = page.split(`\n${heading}\n`);
  const [section = ''] = after.split(/\n#{2,3} |\n\| register \|/);
  const rows = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []));
  const prose = /`(\w+)`(?= and `perMonth`|:)|`(perMonth)`/g;
  const cells = rows.length > 0 ? rows : [...section.matchAll(prose)].map(([name]) => name);
  return cells.flatMap((cell) => [...cell.matchAll(/`\.?([\w.]+)`/g)].map(([, name = '']) => name.split('.')[0] ?? ''));
}

const keysOf = (schema: z.ZodObject) => Object.keys(schema.shape);
const unwrapped = (schema: z.ZodType) => (schema as z.ZodPrefault<z.ZodObject>).unwrap();
const sections = keysOf(settingsSchema).filter((key) => page.includes(`\n## ${key}\n`));

describe('docs/config.md and the schema have the same keys:', () => {
  const parts: [heading: string, keys: string[]][] = [
    ['## budget', keysOf(unwrapped(settingsSchema.shape.budget))],
    ['## http', keysOf(unwrapped(settingsSchema.shape.http))],
    ['## The rest of the top', keysOf(settingsSchema).filter((key) => !sections.includes(key))],
    ['## delivery', keysOf(unwrapped(settingsSchema.shape.delivery))],
    ['## channels', Object.keys(everyChannel).filter((key) => key !== 'type')],
    ...channelTypes.map((type): [string, string[]] => [
      `### ${type}`,
      keysOf(kindOf(type).schema).filter((key) => !Object.hasOwn(everyChannel, key)),
    ]),
    ['## defaults', keysOf(defaultsSchema)],
    ['## watches', keysOf(watchSchema)],
    ['### dockets', keysOf(docketFields)],
    ['### designs', keysOf(designFields)],
  ];

  it.each(parts)('%s', (heading, keys) => {
    expect([...new Set(documented(heading))].sort()).toEqual([...keys].sort());
  });

  it('## service, with the parts of prices and pageSizes', () => {
    const { prices, pageSizes } = serviceSchema.shape;
    const names = [...keysOf(unwrapped(prices)), ...keysOf(unwrapped(pageSizes))];
    const [, section = ''] = /\n## service\n([\s\S]*?)\n## /.exec(page) ?? [];
    for (const name of names) expect(section).toContain(`.${name}\``);
    const own = documented('## service').filter((key) => !names.includes(key));
    expect([...new Set(own)].sort()).toEqual(keysOf(serviceSchema).sort());
  });

  it('every kind of change is in the README, to which `tell` links', () => {
    const row = page.split('\n').find((line) => line.startsWith('| `tell` |')) ?? '';
    expect(row).toContain('../README.md#what-is-reported');
    const [, readme = ''] = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8').split(
      '## What is reported',
    );
    for (const kind of changeKinds) expect(readme).toContain(`\`${kind}\``);
  });

  it('## nudges', () => {
    const [, section = ''] = /\n## nudges\n([\s\S]*?)\n## /.exec(page) ?? [];
    for (const type of nudgeTypes) {
      const [, rows = ''] = new RegExp(`\\n(\\| \`${type}\` [\\s\\S]*?)(?=\\n\\| \`|\\n\\n|$)`).exec(section) ?? [];
      const names = [...rows.matchAll(/^\|[^|]*\| `(\w+)` \|/gm)].map(([, name]) => name);
      expect(names.sort()).toEqual(
        keysOf(nudgeSchemas[type])
          .filter((key) => key !== 'type')
          .sort(),
      );
    }
  });

  it('every section of its own is known', () => {
    expect(sections.sort()).toEqual([
      'budget',
      'channels',
      'database',
      'defaults',
      'delivery',
      'http',
      'nudges',
      'service',
      'watches',
    ]);
  });
});
