import { BlockList, isIP } from 'node:net';

/** A network such as `10.20.0.0/16`, or one address; null for what is none. */
function readNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const most = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (!/^\d{1,3}$/.test(bits ?? '0') || prefix > most) return null;
  return { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' };
}

export const isNetwork = (text: string): boolean => readNetwork(text) !== null;

/** Networks as one list. Throws for a text that names none. */
export function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of texts) {
    const network = readNetwork(text);
    if (network === null) throw new Error(`${text} is no network.`);
    networks.addSubnet(network.address, network.prefix, network.family);
  }
  return networks;
}

/** Whether an IP address is one of the networks. */
export const within = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
