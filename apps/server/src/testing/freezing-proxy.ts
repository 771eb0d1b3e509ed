import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a database server that can stop to carry anything, as a frozen server or a cut line does. */
export interface FreezingProxy {
  /** The address of a database by way of the proxy. */
  through(url: string): string;
  freeze(): void;
  thaw(): void;
  close(): void;
}

/** Opens a way to the server of `url` on a port of its own. */
export async function openFreezingProxy(url: string): Promise<FreezingProxy> {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (piece) => to.write(piece));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    through(address) {
      const way = new URL(address);
      way.searchParams.delete('host');
      way.hostname = '127.0.0.1';
      way.port = String((server.address() as AddressInfo).port);
      return way.href;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
