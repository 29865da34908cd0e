import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not the public Internet (IANA special-purpose registry, multicast, reserved). */
const privateRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Within 2000::/3, the only IPv6 space that is given out: protocol assignments with Teredo, documentation, 6to4, which carries any IPv4 address. */
const specialRanges = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const private4 = listOf(privateRanges, 'ipv4');
const global6 = listOf(['2000::/3'], 'ipv6');
const special6 = listOf(specialRanges, 'ipv6');

/**
 * Whether an address belongs to the public Internet: not this machine, a private network or a cloud's metadata service. A text that is no address is
 * not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !private4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}
