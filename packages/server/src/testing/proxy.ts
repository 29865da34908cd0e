import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback that a test can cut: the connection is dead, but neither side gets a reset. */
export interface TestProxy {
  address: string;
  /** Passes nothing on any more, in either direction, without closing anything: a network partition. */
  cut(): void;
  /** Passes on again, also what was sent meanwhile. */
  mend(): void;
  /** Sends what comes from now on to another server. */
  turnTo(address: string): void;
  /** Breaks what is open, and every new connection at once. */
  refuse(): void;
  /** Takes connections again. */
  accept(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a server. */
export async function startProxy(target: string): Promise<TestProxy> {
  let goal = new URL(target);
  let isCut = false;
  let refuses = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    if (isCut) socket.pause();
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => to.write(chunk));
    from.once('end', () => to.end());
    from.once('close', () => to.destroy());
    if (isCut) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (refuses) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: goal.hostname, port: Number(goal.port), allowHalfOpen: true });
    keep(client);
    keep(upstream);
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    refuse() {
      refuses = true;
      for (const socket of sockets) socket.destroy();
    },
    accept() {
      refuses = false;
    },
    turnTo(address) {
      goal = new URL(address);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
