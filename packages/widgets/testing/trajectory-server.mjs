/**
 * What the trajectory player's tests ask: a small server of one structure (ethanol) whose replicates behave well or badly, over real HTTP, packed as Cuvette's
 * server packs. `/test-trajectory/log` tells what became of each stream.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';

const atoms = [
  ['C', -0.8883, 0.167, -0.0273],
  ['C', 0.4658, -0.5116, -0.0368],
  ['O', 1.4311, 0.3229, 0.5867],
  ['H', -0.8487, 1.1175, -0.5695],
  ['H', -1.6471, -0.4704, -0.4896],
  ['H', -1.1964, 0.3978, 0.9977],
  ['H', 0.792, -0.7224, -1.0597],
  ['H', 0.4246, -1.4559, 0.5138],
  ['H', 1.4671, 1.155, 0.0848],
];

/** What each replicate does: frames in all, frames that really come, and how. */
const replicates = [
  { total: 400 },
  { total: 120, slow: 20 },
  { total: 60, breaksAfter: 20 },
  { total: 60, refused: 'There is no trajectory of replicate 3 here.' },
  { total: 60, sends: 57 },
  { total: 30 },
  // As of a calculation that still runs: its server has what its item tells of, and is asked for.
  { total: 400, grows: true },
  { total: 1400 },
];

/** Frame f: the molecule has drifted by f Å, and its hydroxyl hydrogen swings. */
function placesOf(frame) {
  return atoms.map(([, x, y, z], atom) => {
    const swing = atom === 8 ? Math.sin(frame / 5) : 0;
    return [x + frame, y, z + swing].map((value) => Math.round(value * 1000) / 1000 + 0);
  });
}

function frameBytes(frame) {
  const bytes = Buffer.alloc(atoms.length * 24);
  placesOf(frame)
    .flat()
    .forEach((value, index) => bytes.writeDoubleLE(value, index * 8));
  return bytes;
}

/** Distances of pairs of atoms in a range of frames, one list for each pair. */
function distances({ start_frame: start, num_frames: count, pairs }, total) {
  const frames = Array.from({ length: Math.max(0, Math.min(count, total - start)) }, (_, index) =>
    placesOf(start + index),
  );
  return pairs.map(([a, b]) =>
    frames.map(
      (places) => Math.round(Math.hypot(...places[a].map((value, axis) => value - places[b][axis])) * 1000) / 1000,
    ),
  );
}

const log = [];

const protein = {
  uuid: 'structure',
  name: 'ethanol',
  data: {
    description: {},
    experiment: {},
    geometry: {},
    quality: {},
    models: [
      {
        polymer: {},
        non_polymer: {
          'A.1': {
            name: 'EOH',
            full_name: null,
            internal_id: 'A',
            polymer: 'A',
            atoms: Object.fromEntries(
              atoms.map(([element, x, y, z], index) => [index + 1, { element, x, y, z, bvalue: 0 }]),
            ),
          },
        },
        branched: {},
        water: {},
      },
    ],
  },
};

async function stream(response, { total, sends, slow, breaksAfter, grows }, start, count, entry) {
  const frames = Math.min(count, total - start);
  response.statusCode = 200;
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('X-Num-Atoms', atoms.length);
  response.setHeader('X-Dimensions', 3);
  response.setHeader('X-Frame-Size-Bytes', atoms.length * 24);
  response.setHeader('X-Num-Frames', frames);
  response.setHeader('X-Total-Frames', grows ? start + frames : total);
  const gzip = createGzip({ level: 6 });
  gzip.pipe(response);
  let left = false;
  response.on('close', () => {
    left = !response.writableFinished;
  });
  for (let index = 0; index < (sends ?? frames) && !left; index++) {
    if (index === breaksAfter) {
      await new Promise((resolve) => gzip.flush(resolve));
      await pause(50);
      response.destroy();
      break;
    }
    // Cut where it hurts: in the middle of a value.
    const bytes = frameBytes(start + index);
    gzip.write(bytes.subarray(0, 101));
    gzip.write(bytes.subarray(101));
    entry.sent += 1;
    if (slow) {
      await new Promise((resolve) => gzip.flush(resolve));
      await pause(slow);
    }
  }
  entry.left = left;
  gzip.end();
}

/** As the server answers for pairs of atoms. */
async function answerDistances(context, answer) {
  let text = '';
  for await (const piece of context.req) text += piece;
  const asked = JSON.parse(text);
  const replicate = replicates[asked.replicate];
  if (!replicate || replicate.refused) return answer({ detail: replicate?.refused ?? 'Nothing.' }, 404);
  log.push({ path: context.path, ...asked });
  return answer(distances(asked, replicate.total));
}

/** Middleware of the test runner. */
export function trajectoryServer(context, next) {
  const { pathname, searchParams } = new URL(context.url, 'http://test');
  const answer = (body, status = 200) => {
    context.status = status;
    context.body = body;
  };
  if (context.headers.origin) {
    context.set('Access-Control-Allow-Origin', '*');
    context.set(
      'Access-Control-Expose-Headers',
      'X-Num-Atoms, X-Dimensions, X-Frame-Size-Bytes, X-Num-Frames, X-Total-Frames',
    );
  }
  if (pathname === '/test-trajectory/log') return answer(log);
  if (pathname.startsWith('/api/shared/protein/')) {
    return pathname.endsWith('structure') ? answer(protein) : answer({ detail: 'There is no such protein.' }, 404);
  }
  if (/^\/api\/shared\/trajectory\/[^/]+\/atom_trajectories$/.test(pathname)) return answerDistances(context, answer);
  if (!/^\/api\/(shared\/)?trajectory\/[^/]+\/compressed_stream$/.test(pathname)) return next();
  const number = (name, fallback) => Number(searchParams.get(name) ?? fallback);
  const replicate = replicates[number('replicate', 0)];
  if (!replicate || replicate.refused) return answer({ detail: replicate?.refused ?? 'Nothing.' }, 404);
  const [start, count] = [number('start_frame', 0), number('num_frames', replicate.total)];
  const entry = {
    path: pathname + context.search,
    replicate: number('replicate', 0),
    start,
    count,
    sent: 0,
    left: false,
  };
  log.push(entry);
  context.respond = false;
  return stream(context.res, replicate, start, count, entry).catch(() => {});
}
