import type { DesignHit, DocketHit, EntryHit, Operation } from '../../sandbox/hits.ts';

/** Parsed JSON of any shape. */
export type Json = ReturnType<typeof JSON.parse>;

/** A response as a client sees it. */
export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or undefined if the body is no JSON. */
  readonly body: Json;
}

/** On a slow machine, a server may close an idle connection just when the next call takes it. */
const unshared = { connection: 'close' };

/** Calls an operation over HTTP. */
export async function ask(
  { url }: { readonly url: string },
  operation: Operation,
  request: object | string,
  token: string | null = 'sandbox',
): Promise<Asked> {
  const response = await fetch(`${url}/api/v3/${operation}`, {
    method: 'POST',
    headers: {
      ...unshared,
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof request === 'string' ? request : JSON.stringify(request),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the control API of the sandbox over HTTP. */
export async function control({ url }: { readonly url: string }, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method,
    headers: unshared,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export function entry(number: string, dateFiled: string, description = `Filing ${number}`): EntryHit {
  const documentHref = `/doc1/04300${number}`;
  return {
    documentNumber: number,
    dateFiled,
    description,
    documentHref,
    pdfUrl: '',
    patentNumbers: [],
    extraDocument: [],
  };
}

export function docket(docketId: number, more: Partial<DocketHit> = {}): DocketHit {
  return {
    docketId,
    docketNumber: `1:24-cv-${String(docketId).padStart(5, '0')}`,
    caseName: 'Alder Co. v. Birch LLC',
    court: 'U.S. District Court for the District of Delaware',
    courtId: 'ded',
    status: 'open',
    dateFiled: '2024-03-05',
    parties: ['Alder Co.', 'Birch LLC'],
    patentNumbers: ['7000001'],
    entryTotal: 0,
    entries: [],
    ...more,
  };
}

export function design(number: string, more: Partial<DesignHit> = {}): DesignHit {
  return {
    SOURCE: 'HAGUE',
    ID: `HAGUE.${number}`,
    IRN: number,
    HOL: ['Alder Design AG'],
    PROD: ['1. Bottle with cap'],
    LCS: ['09-01'],
    DS: ['EM', 'US'],
    RD: '2026-03-06T23:59:59Z',
    STATUS: 'ACT',
    ED: '2031-03-06',
    IMG_DATA: [],
    ...more,
  };
}
