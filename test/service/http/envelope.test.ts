import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEnvelope, openErrorBody } from '../../../src/service/http/body.ts';

const page = JSON.stringify({
  code: 0,
  message: 'success',
  data: { total: 2, hits: [{ docketId: 1 }, { docketId: 2 }] },
});

describe('an envelope', () => {
  it('with a byte order mark is still opened', () => {
    expect(openEnvelope(Buffer.from(`\uFEFF${page}`))).toMatchObject({ kind: 'page', total: 2 });
  });

  it('that is cut off anywhere is an error, never a smaller or empty result', () => {
    for (let length = 0; length < page.length; length += 1) {
      expect(openEnvelope(Buffer.from(page.slice(0, length))).kind).toBe('error');
    }
  });

  it.each([
    ['', 'an empty body'],
    [' \n', 'an empty body'],
    ['<!doctype html>', 'an HTML page'],
    ['{"hits":[', 'JSON that is cut off or broken'],
    ['Service restarting', 'a body that is not JSON'],
    ['"hits"', 'JSON that is not an object (text)'],
    ['null', 'JSON that is not an object (nothing)'],
    ['{"code":0,"data":null}', 'data: null'],
    ['{"code":0,"data":{"total":0}}', 'no list of hits'],
    ['{"code":0,"data":{"hits":{}}}', 'hits that are not a list'],
    ['{"code":"5003","hits":[]}', 'code 5003'],
    ['{"code":0,"data":{"code":1003,"total":0,"hits":[]}}', 'code 1003'],
    ['{"code":"ERROR","data":{"total":0,"hits":[]}}', 'a code that is not a number'],
    ['{"error":"Unauthorized","total":0,"hits":[]}', 'an error'],
    ['{"success":false,"data":{"total":0,"hits":[]}}', 'success: false'],
  ])('of %j is an error that names what it is: %s', (body, what) => {
    expect(openEnvelope(Buffer.from(body))).toMatchObject({ kind: 'error', what });
  });

  it('with code 0 is a page exactly when its hits are a list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (hits, total) => {
        const opened = openEnvelope(Buffer.from(JSON.stringify({ code: 0, data: { hits, total } })));
        expect(opened.kind).toBe(Array.isArray(hits) ? 'page' : 'error');
      }),
    );
  });

  it('of any bytes or JSON is opened without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.jsonValue(), (bytes, value) => {
        openEnvelope(Buffer.from(bytes));
        openErrorBody(Buffer.from(bytes));
        openEnvelope(Buffer.from(JSON.stringify(value)));
        openErrorBody(Buffer.from(JSON.stringify(value)));
      }),
    );
  });
});
