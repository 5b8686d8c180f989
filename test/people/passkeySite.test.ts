import { describe, expect, it } from 'vitest';
import { optionsToSign, passkeySite } from '../../src/people/signIn/passkey.ts';
import { httpAt } from '../web/httpAt.ts';

const siteAt = (asked: string, publicUrl?: string) =>
  passkeySite({ ...httpAt(), ...(publicUrl === undefined ? {} : { publicUrl }) }, new URL(asked));

describe('browsers take passkeys', () => {
  it.each([
    ['by https, at a name', 'https://tipstaff.firm.example:8443/account', 'tipstaff.firm.example'],
    ['on this machine, without https', 'http://localhost:8080/account', 'localhost'],
  ])('%s', (_where, asked, id) => {
    expect(siteAt(asked)).toEqual({ origin: new URL(asked).origin, id });
  });

  it('at the public address, whatever a proxy asks for', () => {
    const site = siteAt('http://10.0.0.7:8080/account', 'https://tipstaff.firm.example');
    expect(site).toEqual({ origin: 'https://tipstaff.firm.example', id: 'tipstaff.firm.example' });
  });

  it.each([
    'http://tipstaff.firm.example/',
    'https://10.0.0.7/',
    'https://[::1]/',
    'http://127.0.0.1:8080/',
  ])('nowhere else: %s', (asked) => expect(siteAt(asked)).toBeUndefined());
});

it('alone a passkey asks for a PIN or a finger; after the password one of those that the user has is enough', async () => {
  const site = { origin: 'https://t.example', id: 't.example' };
  const alone = JSON.parse(await optionsToSign(site, Buffer.alloc(56)));
  expect(alone).toMatchObject({ rpId: 't.example', userVerification: 'required' });
  expect(alone.allowCredentials).toBeUndefined();
  const second = JSON.parse(await optionsToSign(site, Buffer.alloc(56), [{ id: 'abc', transports: ['usb'] }]));
  expect(second.userVerification).toBe('discouraged');
  expect(second.allowCredentials).toMatchObject([{ id: 'abc', transports: ['usb'] }]);
});
