import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * What no server on the internet has: this machine, private networks, links, metadata of clouds, groups, documentation.
 */
const notPublic = new BlockList();
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, length, 'ipv4');

/** Of IPv6, what is given to servers; others, and ways to reach IPv4 through it, are not needed. */
const publicOfSix = new BlockList();
publicOfSix.addSubnet('2000::', 3, 'ipv6');
const notPublicOfSix = new BlockList();
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  notPublicOfSix.addSubnet(network, length, 'ipv6');

/** Whether an address, as text, can be that of a server on the internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return publicOfSix.check(address, 'ipv6') && !notPublicOfSix.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * Looks a name up for a connection, and refuses it where any of its addresses is not public: what was looked up is what
 * is connected to.
 */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const other = addresses.find(({ address }) => !isPublicAddress(address));
    if (other !== undefined)
      return callback(new Error(`${host} has the address ${other.address}, which is not public`), []);
    const [first] = addresses;
    if (options.all || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
