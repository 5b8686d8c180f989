import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { dayMs, utcDay } from '../time.ts';

/** The unpacked size of one part of a workbook. A part that is larger than it claims is cut there. */
const mostBytes = 64 * 1024 * 1024;

/** Reads the first sheet (ECMA-376). Numbers stay as written, because 9.10 and 09-01 are no figures. @throws Error */
export function workbookRows(bytes: Uint8Array, put: (row: number, column: number, text: string) => void): void {
  const read = openParts(bytes);
  const book = readBook(read);
  const strings = readStrings(read('xl/sharedStrings.xml'));
  const dateStyles = readDateStyles(read('xl/styles.xml'));
  const textOf = ({ type, style, text }: RawCell): string => {
    if (type === 's') return strings[Number(text)] ?? '';
    if (type === 'b') return text === '1' ? 'true' : 'false';
    const isDay = (type === '' || type === 'n') && text !== '' && dateStyles.has(style);
    return isDay ? dayOf(Number(text), book.zero) : text;
  };
  readCells(read(book.sheet), (row, column, raw) => put(row, column, textOf(raw)));
}

type ReadPart = (path: string) => Uint8Array | undefined;

function openParts(zip: Uint8Array): ReadPart {
  return (path) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      const isPart = name.replace(/^\//, '') === path;
      if (isPart && originalSize > mostBytes) throw new Error('a part is too large');
      return isPart;
    };
    return Object.values(unzipSync(zip, { filter }))[0];
  };
}

type Element = Readonly<{ name: string; attributes: Readonly<Record<string, string>> }>;

/** Reads XML in pieces. Names come without prefixes. */
function readXml(
  bytes: Uint8Array | undefined,
  on: { open?(element: Element): void; text?(text: string): void; close?(name: string): void },
): void {
  if (bytes === undefined) throw new Error('a part is missing');
  const parser = new SaxesParser();
  const plain = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('doctype', () => {
    throw new Error('it has a document type');
  });
  parser.on('opentag', ({ name, attributes }) => on.open?.({ name: plain(name), attributes }));
  parser.on('text', (text) => on.text?.(text));
  parser.on('closetag', ({ name }) => on.close?.(plain(name)));
  const decoder = new TextDecoder();
  const piece = 64 * 1024;
  for (let at = 0; at < bytes.length; at += piece) {
    parser.write(decoder.decode(bytes.subarray(at, at + piece), { stream: true }));
  }
  parser.close();
}

function readBook(read: ReadPart) {
  let first: string | undefined;
  let zero = Date.UTC(1899, 11, 30);
  readXml(read('xl/workbook.xml'), {
    open: ({ name, attributes }) => {
      if (name === 'sheet') first ??= attributes['r:id'] ?? '';
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) zero = Date.UTC(1904, 0, 1);
    },
  });
  let target = 'worksheets/sheet1.xml';
  readXml(read('xl/_rels/workbook.xml.rels'), {
    open: ({ attributes: { Id, Target = target } }) => {
      if (Id !== undefined && Id === first) target = Target;
    },
  });
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, zero };
}

const mostStrings = 1_200_000;

/** Reads texts that cells refer to by position, without phonetic readings. */
function readStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (bytes === undefined) return strings;
  let [text, isText, spoken] = ['', false, 0];
  readXml(bytes, {
    open: ({ name }) => {
      if (name === 'si') text = '';
      if (name === 'rPh') spoken += 1;
      isText = name === 't' && spoken === 0;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === 'rPh') spoken -= 1;
      isText = false;
      if (name === 'si') strings.push(text);
      if (strings.length > mostStrings) throw new Error('it has too many texts');
    },
  });
  return strings;
}

const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

function readDateStyles(bytes: Uint8Array | undefined): Set<string> {
  const styles = new Set<string>();
  if (bytes === undefined) return styles;
  const ownDates = new Set<string>();
  let [isInCells, place] = [false, 0];
  readXml(bytes, {
    open: ({ name, attributes: { numFmtId = '', formatCode = '' } }) => {
      if (name === 'numFmt' && isDateFormat(formatCode)) ownDates.add(numFmtId);
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      if (ownDates.has(numFmtId) || isBuiltInDate(Number(numFmtId))) styles.add(String(place));
      place += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

/** Finds date letters outside quotes, brackets and escapes, as in `yyyy\-mm\-dd`. */
function isDateFormat(code: string): boolean {
  return /[dmy]/i.test(code.slice(0, 200).replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

function dayOf(serial: number, zero: number): string {
  const at = new Date(zero + Math.round(serial * dayMs));
  return Number.isNaN(at.getTime()) ? '' : utcDay(at);
}

interface RawCell {
  readonly type: string; // `s`: position of a text; `b`: a flag; '' or `n`: a number.
  readonly style: string;
  readonly text: string;
}

/** A cell names its place, such as `B7`. A cell without a place follows the cell before. */
function readCells(bytes: Uint8Array | undefined, take: (row: number, column: number, cell: RawCell) => void): void {
  let [row, column] = [-1, -1];
  let [type, style, text, isText] = ['', '', '', false];
  readXml(bytes, {
    open: ({ name, attributes: { r = '', t = '', s = '' } }) => {
      if (name === 'row') [row, column] = [/^\d+$/.test(r) ? Number(r) - 1 : row + 1, -1];
      if (name === 'c') {
        [type, style, text] = [t, s, ''];
        const [, letters, number] = /^([A-Z]{1,3})(\d{1,7})$/.exec(r) ?? [];
        column = letters === undefined ? column + 1 : columnOf(letters);
        row = number === undefined ? row : Number(number) - 1;
      }
      isText = name === 'v' || name === 't';
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      isText = false;
      if (name === 'c' && text !== '') take(row, column, { type, style, text });
    },
  });
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
