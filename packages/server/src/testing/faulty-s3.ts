import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What happens to a request: it is passed on, never answered, refused with a status and code, answered with a body, or its answer ends in the middle. */
type Fault = 'pass' | 'hang' | 'cut' | { status: number; code: string } | { body: string };

/** A server in front of one that speaks S3, which makes the faults that a test asks for. */
export interface FaultyS3 {
  address: string;
  /** What happens to requests from now on. */
  next(fault: (method: string, url: string) => Fault): void;
  /** Requests since the last change, as "METHOD /path". */
  seen: string[];
  close(): Promise<void>;
}

/** Starts it. */
export async function startFaultyS3(target: string): Promise<FaultyS3> {
  const { hostname, port } = new URL(target);
  let judge: (method: string, url: string) => Fault = () => 'pass';
  const seen: string[] = [];
  const pass = (from: IncomingMessage, to: ServerResponse, cut: boolean): void => {
    const { method, url: path, headers } = from;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!cut) return void answer.pipe(to);
      answer.once('data', (piece: Buffer) => {
        to.write(piece.subarray(0, piece.length / 2), () => to.destroy());
        answer.destroy();
      });
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  };
  const server = createServer((from, to) => {
    const { method = '', url = '' } = from;
    seen.push(`${method} ${url.split('?')[0]}`);
    const fault = judge(method, url);
    if (fault === 'hang') return void from.resume();
    if (fault === 'pass' || fault === 'cut') return pass(from, to, fault === 'cut');
    from.resume();
    if ('body' in fault) return void to.end(fault.body);
    to.writeHead(fault.status, { 'content-type': 'application/xml' });
    to.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>as told</Message></Error>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    next(fault) {
      judge = fault;
      seen.length = 0;
    },
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
