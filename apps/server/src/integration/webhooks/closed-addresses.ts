import { isIP, type BlockList } from 'node:net';
import { networksOf, within } from '../../platform/network.ts';

/** Addresses of no public host: of this machine and its networks, of tests, of many, and those that hide another one. */
const CLOSED_IPV4 = [
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
  '224.0.0.0/3',
];
const CLOSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const closed = networksOf([...CLOSED_IPV4, ...CLOSED_IPV6]);
/** Of IPv6 nothing else is public. */
const global = networksOf(['2000::/3']);

/** Whether a public host has this IP address. */
export function isPublic(address: string): boolean {
  return isIP(address) === 6 ? within(global, address) && !within(closed, address) : !within(closed, address);
}

/** As it is stored, its letters written out. */
const LONGEST_URL = 500;

/** What messages of the demo company may go to: this machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** The closed networks that messages may go to: those that are set, else this machine's own in the demo company. */
export const openNetworks = (set: readonly string[] | null, is_demo: boolean): BlockList =>
  networksOf(set ?? (is_demo ? LOOPBACK : []));

/**
 * What is wrong with an address before anybody looks it up; null when nothing is. What its name stands for is looked at when a
 * message goes there, each time anew.
 */
export function urlFault(text: string, networks: BlockList): string | null {
  if (!URL.canParse(text)) return 'address must be one such as https://is.example/talaan.';
  const url = new URL(text);
  const host = hostOf(url);
  const isOpen = isIP(host) > 0 ? within(networks, host) : host === 'localhost' && within(networks, '127.0.0.1');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOpen)) return 'address must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'address must hold no user and no password.';
  if (url.href.length > LONGEST_URL) return `address may have up to ${LONGEST_URL} characters.`;
  if (url.hash !== '') return 'address must end before its #.';
  if (isIP(host) > 0 && !isOpen && !isPublic(host)) return `${host} is an address of a closed network.`;
  return null;
}

/** The host of an address; an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
