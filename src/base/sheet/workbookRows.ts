import { inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { dayMs, utcDay } from '../time.ts';
import type { SheetCells } from './sheetCells.ts';

/** What the parts of a workbook may unpack to, in all, whatever they say of themselves. */
const mostBytes = 64 * 1024 * 1024;

/** The first sheet of a workbook (ECMA-376). Numbers stay as written: 9.10 and 09-01 are no figures. @throws Error */
export function workbookRows(bytes: Uint8Array, cells: SheetCells): void {
  const parts = openParts(bytes);
  const book = readBook(parts);
  const strings = readStrings(parts);
  const dateStyles = readDateStyles(parts);
  const textOf = ({ type, style, text }: RawCell): string => {
    if (type === 's') return strings[Number(text)] ?? '';
    if (type === 'b') return text === '1' ? 'true' : 'false';
    const isDay = (type === '' || type === 'n') && text !== '' && dateStyles.has(style);
    return isDay ? dayOf(Number(text), book.zero) : text;
  };
  readCells(parts.read(book.sheet), (row, column, raw) => cells.put(row, column, textOf(raw)));
}

interface Parts {
  has(path: string): boolean;
  read(path: string): Buffer;
}

/** The files of a ZIP by its directory; nothing that it says of sizes is believed. */
function openParts(bytes: Uint8Array): Parts {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places = directoryOf(zip);
  let left = mostBytes;
  return {
    has: (path) => places.has(path),
    read: (path) => {
      const place = places.get(path);
      if (place === undefined) throw new Error(`it has no ${path}`);
      const start = place.header + 30 + zip.readUInt16LE(place.header + 26) + zip.readUInt16LE(place.header + 28);
      const packed = zip.subarray(start, start + place.packed);
      if (place.method === 0) return packed;
      if (place.method !== 8) throw new Error('it is packed in a way that spreadsheets do not use');
      const part = inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
      left -= part.length;
      return part;
    },
  };
}

interface Place {
  readonly header: number;
  readonly packed: number;
  readonly method: number;
}

function directoryOf(zip: Buffer): Map<string, Place> {
  const places = new Map<string, Place>();
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new Error('it is cut off');
  const count = zip.readUInt16LE(end + 10);
  for (let at = zip.readUInt32LE(end + 16), seen = 0; seen < count; seen += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('its directory is broken');
    const [nameLength, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const place = {
      header: zip.readUInt32LE(at + 42),
      packed: zip.readUInt32LE(at + 20),
      method: zip.readUInt16LE(at + 10),
    };
    places.set(name.replace(/^\//, ''), place);
    at += 46 + nameLength + extra + comment;
  }
  return places;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Reads XML in pieces. Names are given without their prefixes. */
function readXml(
  bytes: Buffer,
  on: { open?(element: Element): void; text?(text: string): void; close?(name: string): void },
): void {
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

interface Book {
  readonly sheet: string;
  /** The day from which days are counted, in milliseconds. */
  readonly zero: number;
}

function readBook(parts: Parts): Book {
  let first: string | undefined;
  let zero = Date.UTC(1899, 11, 30);
  readXml(parts.read('xl/workbook.xml'), {
    open: ({ name, attributes }) => {
      if (name === 'sheet') first ??= attributes['r:id'] ?? '';
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) zero = Date.UTC(1904, 0, 1);
    },
  });
  let target = 'worksheets/sheet1.xml';
  readXml(parts.read('xl/_rels/workbook.xml.rels'), {
    open: ({ attributes: { Id, Target = target } }) => {
      if (Id !== undefined && Id === first) target = Target;
    },
  });
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, zero };
}

const mostStrings = 1_200_000;

/** Texts that cells name by their place. What says how a word is spoken is left out. */
function readStrings(parts: Parts): string[] {
  const strings: string[] = [];
  const path = 'xl/sharedStrings.xml';
  if (!parts.has(path)) return strings;
  let [text, isText, spoken] = ['', false, 0];
  readXml(parts.read(path), {
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

function readDateStyles(parts: Parts): Set<string> {
  const styles = new Set<string>();
  const path = 'xl/styles.xml';
  if (!parts.has(path)) return styles;
  const ownDates = new Set<string>();
  let [isInCells, place] = [false, 0];
  readXml(parts.read(path), {
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

/** `yyyy\-mm\-dd`: letters of dates outside of quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  return /[dmy]/i.test(code.slice(0, 200).replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

function dayOf(serial: number, zero: number): string {
  const at = new Date(zero + Math.round(serial * dayMs));
  return Number.isNaN(at.getTime()) ? '' : utcDay(at);
}

interface RawCell {
  /** `s`: the place of a text; `b`: a flag; '' or `n`: a number. */
  readonly type: string;
  readonly style: string;
  readonly text: string;
}

/** A cell says where it stands, `B7`; one that does not stands behind the one before. */
function readCells(bytes: Buffer, take: (row: number, column: number, cell: RawCell) => void): void {
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
