import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const folders = ['src', 'test', 'migrations'];

describe('a comment', () => {
  it('cites only existing pages of this repository and existing sections', () => {
    expect(
      commentsOfTheCode().flatMap(({ place, text }) => wrongCitations(text).map((cited) => `${place}: ${cited}`)),
    ).toEqual([]);
  });
});

describe('a Markdown page', () => {
  it.each(pages())('%s links only to existing files and headings', (page) => {
    expect(wrongLinks(page)).toEqual([]);
  });

  it.each(pages())('%s names only existing files of this repository', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`((?:data|deploy|docs|migrations|sandbox|src|test)\/[\w./-]*)`/g)];
    expect(named.flatMap(([, file = '']) => (existsSync(join(root, file)) ? [] : [file]))).toEqual([]);
  });
});

it('SECURITY.md names an existing test for every threat', () => {
  const lines = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n');
  const threats = lines.filter((line) => line.startsWith('| ')).slice(1);
  expect(threats.length).toBeGreaterThan(10);
  const unheld = threats.flatMap((threat) => {
    const tests = [...threat.matchAll(/`(test\/[\w./]+\.test\.ts)`/g)].map(([, test = '']) => test);
    return tests.length === 0 ? [threat] : tests.filter((test) => !existsSync(join(root, test)));
  });
  expect(unheld).toEqual([]);
});

describe('wrongCitations finds', () => {
  it.each([
    ['a file that is not there', 'see nowhere.md', 'nowhere.md'],
    ['a file cited without its folder', 'see service.md, section 3', 'service.md'],
    ['a section that is not there', 'see docs/service.md, section 99', 'docs/service.md, section 99'],
    [
      'a section that is not there, beside one that is',
      'docs/service.md, sections 3 and 99',
      'docs/service.md, section 99',
    ],
    ['a numbered part of a page that is no file', 'A docket (contract 2.1).', 'contract 2.1'],
  ])('%s', (_name, text, cited) => {
    expect(wrongCitations(text)).toEqual([cited]);
  });

  it('no fault in a correct citation', () => {
    expect(wrongCitations('As docs/service.md, sections 3 and 6.4, and docs/config.md have it.')).toEqual([]);
  });
});

/** Citations that lead nowhere, like `docs/page.md, section 4.2`. Without a page only "contract 2.1" counts. */
function wrongCitations(text: string): string[] {
  const gone = [...text.matchAll(/\bcontract,? (?:sections? )?\d[\d.]*\d|\bcontract,? (?:sections? )?\d/gi)].map(
    ([cited]) => cited,
  );
  const pattern = /([\w./-]+\.md)\b(?:,? sections? (\d[\d.]*(?:(?:, | and | to )\d[\d.]*)*))?/g;
  return [...text.matchAll(pattern)].flatMap(([, page = '', sections = '']) => wrongPage(page, sections)).concat(gone);
}

function wrongPage(page: string, sections: string): string[] {
  const file = join(root, page.replace(/^(\.\.\/)+/, ''));
  if (!existsSync(file)) return [page];
  const there = headings(file).map((heading) => /^(\d[\d.]*?)\.? /.exec(heading)?.[1]);
  const cited = [...sections.matchAll(/\d+(?:\.\d+)*/g)].map(([section]) => section);
  return cited.filter((section) => !there.includes(section)).map((section) => `${page}, section ${section}`);
}

/** Links of a page that lead nowhere, relative to it: `file`, `file#heading`, `#heading`. */
function wrongLinks(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```.*?^```$/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? join(root, page) : resolve(root, page, '..', path);
  if (!existsSync(file)) return false;
  return anchor === undefined || headings(file).map(anchorOf).includes(anchor);
}

function headings(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** The anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function pages(): string[] {
  const docs = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`);
  return [...readdirSync(root), ...docs].filter((name) => name.endsWith('.md'));
}

/** All comments with their lines joined, since a citation may span two. Skips this file with its wrong citations. */
function commentsOfTheCode(): { place: string; text: string }[] {
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const files = names.filter((name) => name.endsWith('.ts') && name !== join('test', 'docs.test.ts'));
  return files.flatMap((place) => commentsOf(readFileSync(join(root, place), 'utf8')).map((text) => ({ place, text })));
}

function commentsOf(code: string): string[] {
  const found = code.match(/\/\*\*?[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|[ \t]\/\/ .*/gm) ?? [];
  return found.map((comment) => comment.replace(/^[ \t]*(?:\/\/|\/?\*+\/?)/gm, '').replace(/\s+/g, ' '));
}

it('survivors.yaml names only existing files', () => {
  const files = Object.keys(parseYaml(readFileSync(join(root, 'test/mutants/survivors.yaml'), 'utf8')) as object);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
