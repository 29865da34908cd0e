import type { Config } from '../config.ts';
import { findSandbox, type Sandbox } from './sandbox.ts';

const sandboxes = new Map<string, Promise<Sandbox>>();

/** The sandbox for what the server itself computes, the same as for jobs of workers; looked for once. */
export function sandboxOfServer(
  { data, python }: Pick<Config, 'python' | 'data'>,
  directory: string,
): Promise<Sandbox> {
  const setting = process.env.CUVETTE_SANDBOX;
  const known = sandboxes.get(data) ?? findSandbox({ setting, hidden: [data], directory, python });
  sandboxes.set(data, known);
  return known;
}
