import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { computed } from './finished-item.ts';
import { probeReport } from './probe-report.ts';

/*
 * Called as Python is, but without Python's start: thousands of jobs are about the queue, not about interpreters. A job sleeps
 * `seconds`; with `files` it leaves a calculation (the same in every attempt, its log another) and a trajectory of 25 frames, as
 * recipes do. Every start is a line of the ledger. With `python` that computes what is no `test_sleep`, and speaks with a Dask cluster.
 */
const script = (folder: string, python: string | null) => `#!/bin/sh
case "$3" in
probe) exec cat '${folder}/probe.json' ;;
run) ;;
${python === null ? '' : `bridge) exec '${python}' "$@" ;;\n`}*) exec cat >/dev/null ;;
esac
read -r job < "$5" || :
${python === null ? '' : `case "$job" in *'"type":"test_sleep"'*) ;; *) exec '${python}' "$@" ;; esac\n`}\
value() { rest=\${job#*\\"$1\\":}; rest=\${rest#\\"}; found=\${rest%%[\\",\\}]*}; }
value uuid; uuid=$found
value attempt; attempt=$found
value seconds; seconds=$found
echo "$uuid $attempt" >> '${folder}/ledger'
printf '{"event":"progress","stage":"Sleeping","done":0,"total":1,"percent":0}\\n'
printf '{"event":"log","text":"asleep"}\\n'
sleep "$seconds"
case "$job" in *'"files":true'*)
  calculation="cccccccc\${uuid#????????}"
  read -r rest < '${folder}/calculation.json' || :
  printf '{"event":"calculation","uuid":"%s","calculation":{"name":"%s","logfile":"attempt %s",%s}\\n' "$calculation" "$uuid" "$attempt" "\${rest#\\{}"
  cd "$7"
  head -c 900 /dev/zero > frames.bin
  printf '{"event":"file","name":"trajectory-0","kind":"trajectory","path":"frames.bin","details":{"replicate":0,"num_atoms":3,"num_frames":25}}\\n'
  ;;
esac
printf '{"event":"result","data":{"ran":"%s","attempt":%s},"messages":[],"provenance":null}\\n' "$uuid" "$attempt"
`;

/** Something that a test lets workers call instead of Python. */
export interface StandInCompute {
  /** What to set CUVETTE_PYTHON to. */
  program: string;
  /** The starts of jobs so far: item and attempt. */
  starts(): Promise<{ uuid: string; attempt: number }[]>;
}

/** Writes a stand-in for compute into a folder. `offers` are the capabilities that it says it has; `python` is the real one, where it is to have a part. */
export async function makeStandInCompute(
  folder: string,
  { offers = probeReport.capabilities, python = null }: { offers?: string[]; python?: string | null } = {},
): Promise<StandInCompute> {
  await mkdir(folder, { recursive: true });
  const program = path.join(folder, 'compute');
  const [calculation] = Object.values(computed('water').calculations);
  const { name: _name, logfile: _logfile, ...rest } = { ...calculation };
  await writeFile(path.join(folder, 'probe.json'), `${JSON.stringify({ ...probeReport, capabilities: offers })}\n`);
  await writeFile(path.join(folder, 'calculation.json'), `${JSON.stringify(rest)}\n`);
  await writeFile(program, script(folder, python), { mode: 0o755 });
  return {
    program,
    async starts() {
      const text = await readFile(path.join(folder, 'ledger'), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [uuid = '', attempt] = line.split(' ');
          return { uuid, attempt: Number(attempt) };
        });
    },
  };
}
