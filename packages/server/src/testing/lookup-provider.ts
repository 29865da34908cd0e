import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkout } from '../config.ts';

const fixture = path.join(checkout, 'packages/core/src/chemistry/fixtures/1ema.cif.gz');

const compounds = [
  { CID: 2244, SMILES: 'CC(=O)OC1=CC=CC=C1C(=O)O', Title: 'Aspirin', names: ['aspirin', "a/b? #%'; $(touch x)"] },
  { CID: 962, SMILES: 'O', Title: 'Water', names: ['water'] },
  { CID: 702, SMILES: 'CCO', Title: 'Ethanol', names: ['spirit'] },
  { CID: 887, SMILES: 'CO', Title: 'Methanol', names: ['spirit'] },
  // Cannot be built in space: norbornane with one bridgehead turned inside out.
  { CID: 999, SMILES: 'C1C[C@@H]2C[C@@H]1CC2', Title: 'Impossible', names: ['impossible'] },
];

/** What the provider does instead of answering; the rest of the value depends on it. */
export type Mischief =
  | { kind: 'none' }
  | { kind: 'hang' | 'drip' | 'endless' | 'html' | 'gzip' | 'junk' | 'circle' | 'same-origin' }
  | { kind: 'redirect'; to: string }
  | { kind: 'status'; status: number };

/** A server on the loopback that answers like PubChem's PUG REST and the archive of the Protein Data Bank, and misbehaves on request. */
export async function startLookupProvider() {
  const state = { mischief: { kind: 'none' } as Mischief, asked: [] as string[], sent: 0, closed: 0 };
  const json = (response: ServerResponse, value: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const compound = (response: ServerResponse, found: typeof compounds) => {
    if (found.length === 0) return json(response, { Fault: { Code: 'PUGREST.NotFound' } }, 404);
    return json(response, { PropertyTable: { Properties: found.map(({ names: _names, ...rest }) => rest) } });
  };
  const pour = (response: ServerResponse, piece: Buffer, most: number) => {
    const more = () => {
      while (state.sent < most && !response.destroyed) {
        state.sent += piece.length;
        if (!response.write(piece)) return response.once('drain', more);
      }
      return response.end();
    };
    more();
  };

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { mischief } = state;
    state.asked.push(`${request.method} ${request.url}${body ? ` ${body}` : ''}`);
    response.on('close', () => {
      state.closed += 1;
    });
    const plain = { 'content-type': 'text/plain' };
    const entry = { 'content-type': request.url?.endsWith('.cif') ? 'text/plain' : 'application/json' };
    if (mischief.kind === 'hang') return;
    if (mischief.kind === 'drip') {
      response.writeHead(200, entry);
      const timer = setInterval(() => response.write(' '), 50);
      return response.once('close', () => clearInterval(timer));
    }
    if (mischief.kind === 'endless') {
      response.writeHead(200, entry);
      return pour(response, Buffer.alloc(65_536, 'x'), 1_000_000_000);
    }
    if (mischief.kind === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>no</h1>');
    if (mischief.kind === 'gzip') {
      return response.writeHead(200, { ...entry, 'content-encoding': 'gzip' }).end(readFileSync(fixture));
    }
    if (mischief.kind === 'junk') return response.writeHead(200, entry).end('{"PropertyTable":{"Properties":[]}}');
    if (mischief.kind === 'circle') return response.writeHead(302, { location: request.url }).end();
    if (mischief.kind === 'redirect') return response.writeHead(302, { location: mischief.to }).end();
    if (mischief.kind === 'status') return response.writeHead(mischief.status, plain).end('no');
    const url = new URL(request.url ?? '/', 'http://provider');
    if (mischief.kind === 'same-origin' && !url.searchParams.has('moved')) {
      return response.writeHead(302, { location: `${url.pathname}?moved` }).end();
    }
    const number = /^\/pug\/compound\/cid\/(\d+)\/property\/SMILES,Title\/JSON$/.exec(url.pathname)?.[1];
    if (number !== undefined) {
      return compound(
        response,
        compounds.filter(({ CID }) => CID === Number(number)),
      );
    }
    if (url.pathname === '/pug/compound/name/property/SMILES,Title/JSON' && request.method === 'POST') {
      const name = new URLSearchParams(body).get('name')?.toLowerCase() ?? '';
      return compound(
        response,
        compounds.filter(({ names }) => names.includes(name)),
      );
    }
    if (url.pathname === '/download/1EMA.cif') {
      return response.writeHead(200, plain).end(gunzipSync(readFileSync(fixture)));
    }
    return response.writeHead(404, plain).end('not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    state,
    port,
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
