import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from '../../config/config.ts';

/** The address at the other end of the connection; '' where there is none. */
export function connectionAddress(c: Context): string {
  return plainAddress(getConnInfo(c).remote.address ?? '');
}

/**
 * The address of the reader: that of the connection, or, where it is a proxy's of `http.trustedProxies`, the last one in
 * `X-Forwarded-For` that is none of those. Whatever the reader wrote there himself stands before it.
 */
export function clientAddress(c: Context, { trustedProxies }: Config['http']): string {
  const proxies = proxyList(trustedProxies);
  const passed = (c.req.header('x-forwarded-for') ?? '').split(',').map((each) => plainAddress(each.trim()));
  let address = connectionAddress(c);
  while (isAmong(proxies, address)) {
    const before = passed.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** @param addresses `10.0.0.1`, `10.0.0.0/8`, `::1` */
function proxyList(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', length] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

function isAmong(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** `10.0.0.1` for `::ffff:10.0.0.1`, which is the same address written as IPv6. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
