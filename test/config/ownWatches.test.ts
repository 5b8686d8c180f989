import { beforeEach, describe, expect, it } from 'vitest';
import type { Config, OwnWatch, WatchBody } from '../../src/config/config.ts';
import { watchesOfFile } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { bodyOf, writeWatches } from '../../src/config/watchText.ts';
import { checkBody, readBodies, withOwnWatches } from '../../src/schedule/ownWatches.ts';
import { load, mistakesOf, refusal, withWatch } from './workspace.ts';

let config: Config;
beforeEach(() => {
  config = load(withWatch(''));
});
const own = (body: WatchBody & { id: string }): OwnWatch => ({
  id: body.id,
  body,
  changedBy: 'ann',
  changedAt: '2026-11-22T00:00:00.000Z',
});
const acme = own({ id: 'acme', dockets: { companyName: 'Acme Company' } });

const wordsOf = (path: string, text: string) => text.slice(text.indexOf(`${path}: `) + path.length + 2);

describe('watches of the page', () => {
  it('are read like those of the file, including the defaults', () => {
    const [inFile] = load(withWatch('  - { id: acme, dockets: { companyName: Acme Company } }')).watches.slice(-1);
    expect(withOwnWatches(config, [acme]).watches).toEqual([...config.watches, inFile]);
  });

  it.each([
    ['schedule: "0 25 * * *"', { schedule: '0 25 * * *' }],
    ['notify: [opps]', { notify: ['opps'] }],
    ['tell: [docket.knew]', { tell: ['docket.knew'] }],
    ['announce: perhaps', { announce: 'perhaps' }],
    ['nottify: [ops]', { nottify: ['ops'] }],
    ['id: a b', { id: 'a b' }],
  ])('are refused with the same message as in the file: %s', (yaml, over) => {
    const id = yaml.startsWith('id') ? '' : 'id: acme, ';
    const [fromFile = ''] = mistakesOf(withWatch(`  - { ${id}dockets: { companyName: Acme Company }, ${yaml} }`));
    const { watch, mistakes } = checkBody(config, { ...acme.body, ...over }, 'acme');
    const [mistake] = mistakes;
    expect(watch).toBeUndefined();
    expect(mistakes).toHaveLength(1);
    expect(mistake?.words).toBe(wordsOf(`watches[${id === '' ? 1 : 'acme'}].${mistake?.path}`, fromFile));
  });

  it('are omitted with a warning if the file has a watch with the same id', () => {
    const both = withOwnWatches(config, [own({ ...acme.body, id: 'First' }), acme]);
    expect(both.watches.map(({ id }) => id)).toEqual(['first', 'acme']);
    expect(both.warnings.at(-1)).toMatch(/watch First of the page: left out, because .*watches\.yaml has this id too/);
    expect(withOwnWatches(both, [own({ ...acme.body, id: 'First' })]).warnings).toEqual(both.warnings);
  });

  it('may name a matter that has a budget and that no watch of the file names', () => {
    const limited = load(`matters: { M-1: { budget: { perMonth: 100 } } }\n${withWatch('')}`);
    expect(limited.warnings.join()).toContain('no watch names this matter');
    expect(withOwnWatches(limited, [own({ ...acme.body, id: 'acme', matter: 'M-1' })]).warnings).toEqual([]);
    expect(withOwnWatches(limited, [own({ ...acme.body, id: 'acme', matter: 'M-2' })]).warnings).toEqual(
      limited.warnings,
    );
  });

  it('are replaced when they are read again, and the watches of the file stay', () => {
    const before = withOwnWatches(config, [acme]);
    const after = withOwnWatches(before, [own({ id: 'other', dockets: { caseNumber: '1:20-cv-00168' } })]);
    expect(after.watches.map(({ id }) => id)).toEqual(['first', 'other']);
    expect(watchesOfFile(after)).toEqual(config.watches);
    expect(withOwnWatches(after, []).watches).toEqual(config.watches);
  });

  it('stop the start with a message about all of them if their channels are gone', () => {
    const gone = [own({ ...acme.body, id: 'a', notify: ['gone'] }), own({ ...acme.body, id: 'b', schedule: 'soon' })];
    const { mistakes } = refusal(() => withOwnWatches(config, gone));
    expect(mistakes.map((one) => one.text)).toEqual([
      'watch a of the page: notify[0]: found "gone"; no channel has this name; accepted: ops (correct it: tipstaff watches edit)',
      expect.stringContaining('watch b of the page: schedule: found "soon"'),
    ]);
  });

  it('do not read variables of the environment', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what is not put in
    const sly = own({ ...acme.body, id: 'acme', name: '${TIPSTAFF_TOKEN}' });
    process.env.TIPSTAFF_TOKEN = 'tok-secret';
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what is not put in
    expect(withOwnWatches(config, [sly]).watches.at(-1)?.name).toBe('${TIPSTAFF_TOKEN}');
    delete process.env.TIPSTAFF_TOKEN;
  });
});

describe('a watch as YAML', () => {
  it('is read back as it was, whatever the file says about the watch', () => {
    const shipped = loadConfig({ cwd: process.cwd(), env: { TIPSTAFF_BASE_URL: 'sandbox', TIPSTAFF_TOKEN: 'x' } });
    const rich = load(
      withWatch(`  - id: lists
    name: 'Two: of "each" # $\${HOME'
    designs: { source: [HAGUE, EMID], holder: [Rival, "Acme, Inc."], locarno: "09-01", litigation: true, wholeWord: true }
    tell: [design.new]
    important: [Nero]
    announce: false
  - id: courts
    dockets: { companyName: Acme Company, court: [ded, txed] }
    report: { entries: [order], exclude: [transcript] }
    confidential: true
    notify: []
  - id: quick
    schedule: adaptive
    atLeastEvery: 20m
    atMostEvery: 5m
    dockets: { companyName: Acme Company }
  - { id: patient, schedule: adaptive, atLeastEvery: 3d, atMostEvery: 90m, dockets: { companyName: Acme Company } }`),
    );
    for (const of of [shipped, rich]) {
      for (const watch of of.watches) {
        const [body] = readBodies(of, writeWatches([bodyOf(watch)]), { source: 'it' });
        expect(checkBody(of, body, 'it').watch).toEqual(watch);
      }
    }
  });

  it('may be one watch, a list, or a whole watches.yaml, as YAML or JSON, whose other parts are ignored', () => {
    const one = { id: 'acme', dockets: { companyName: 'Acme Company' } };
    for (const text of [one, [one], { watches: [one] }]) {
      expect(readBodies(config, JSON.stringify(text), { source: 'it' })).toEqual([one]);
    }
    const file =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as watches.yaml has it
      'service: { token: "${TIPSTAFF_TOKEN}" }\nwatches:\n  - { id: acme, dockets: { companyName: Acme Company } }';
    expect(readBodies(config, file, { source: 'it' })).toEqual([one]);
  });

  it('is refused with line and column', () => {
    const texts = (text: string) =>
      refusal(() => readBodies(config, text, { source: 'stdin' })).mistakes.map((m) => m.text);
    expect(texts('id: acme\ndockets: { companyName: Acme Company }\nschedule: soon')).toEqual([
      expect.stringMatching(/^stdin:3:11 schedule: found "soon"/),
    ]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what is refused
    expect(texts('id: acme\ndockets: { companyName: "${HOME}" }')).toEqual([
      expect.stringMatching(
        /^stdin:2:25 dockets.companyName: .*variables are put in only where watches.yaml names them/,
      ),
    ]);
    expect(texts('just a text')).toEqual([expect.stringContaining('accepted: YAML or JSON of a watch')]);
    expect(texts('a: [')).toEqual([expect.stringContaining('not YAML')]);
  });
});
