import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { probeReport } from './probe-report.ts';

/*
 * Called as Python is: a worker that asks it may prepare proteins, and it "prepares" by giving the structure back after the seconds in the file beside
 * it. Every start is a line of the ledger.
 */
const script = (folder: string) => `#!/bin/sh
case "$3" in
probe) exec cat '${folder}/probe.json' ;;
run) ;;
*) exec cat >/dev/null ;;
esac
echo "$$" >> '${folder}/ledger'
printf '{"event":"progress","stage":"Standing in","done":1,"total":100,"percent":1}\\n'
sleep "$(cat '${folder}/seconds')"
job=$(cat "$5")
rest=\${job#*\\"proteins\\":}
rest=\${rest#*:}
printf '{"event":"result","data":{"report":{"stand_in":true},"structure":%s},"messages":[],"provenance":null}\\n' "\${rest%%\\},\\"uuid\\":*}"
`;

/** Something that a test lets servers call instead of a Python with PDBFixer. */
export interface StandInPdbFixer {
  /** What to set CUVETTE_PYTHON to. */
  program: string;
  /** How long each preparation takes from now on. */
  take(seconds: number): Promise<void>;
  /** How many preparations were begun. */
  starts(): Promise<number>;
}

/** Writes a stand-in for PDBFixer into a folder. */
export async function makeStandInPdbFixer(folder: string): Promise<StandInPdbFixer> {
  const program = path.join(folder, 'pdbfixer');
  const take = (seconds: number) => writeFile(path.join(folder, 'seconds'), `${seconds}\n`);
  await writeFile(path.join(folder, 'probe.json'), `${JSON.stringify(probeReport)}\n`);
  await writeFile(program, script(folder), { mode: 0o755 });
  await take(0);
  return {
    program,
    take,
    async starts() {
      const text = await readFile(path.join(folder, 'ledger'), 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean).length;
    },
  };
}
