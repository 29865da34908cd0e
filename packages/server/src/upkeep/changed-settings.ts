import { featureNames, type ServerSetting, substitutions } from '@cuvette/core/entities';
import { type Config, ConfigProblem, features, oneOf, secondFactorChoices, wholeNumber } from '../config.ts';
import { options } from '../config-options.ts';
import { HttpProblem } from '../errors.ts';
import { readChangedSettings, storeChangedSetting } from '../store/administration/platform-settings.ts';
import type { Database } from '../store/database/database.ts';

/** How a setting is changed while the server runs: what it may be, and how a text of it changes the settings. Throws `ConfigProblem` for a text that does not fit. */
interface Changeable {
  editable: NonNullable<ServerSetting['editable']>;
  apply(config: Config, text: string | null): void;
}

/** The settings that administrators may change, by the key of the option; null goes back to the default. */
const changeable: Readonly<Record<string, Changeable>> = {
  signUp: {
    editable: { kind: 'choice', choices: ['closed', 'open'] },
    apply(config, text) {
      config.signUp = oneOf('The setting', text ?? 'closed', ['closed', 'open']) === 'open';
    },
  },
  secondFactor: {
    editable: { kind: 'choice', choices: [...secondFactorChoices] },
    apply(config, text) {
      config.secondFactor = oneOf('The setting', text ?? 'optional', secondFactorChoices);
    },
  },
  activePerPerson: {
    editable: { kind: 'number', minimum: 1, maximum: 1_000_000 },
    apply(config, text) {
      config.activePerPerson = wholeNumber('The setting', text ?? '100', 1, 1_000_000);
    },
  },
  features: {
    editable: { kind: 'choice', choices: ['none', ...featureNames, featureNames.join(' ')] },
    apply(config, text) {
      config.platform = { ...config.platform, features: features('The setting', text ?? 'nmr') };
    },
  },
  supportContact: {
    editable: { kind: 'text' },
    apply(config, text) {
      config.platform = { ...config.platform, support_contact: text };
    },
  },
  substitute: {
    editable: { kind: 'choice', choices: [...substitutions] },
    apply(config, text) {
      config.substitute = oneOf('The setting', text ?? 'defaults', substitutions);
    },
  },
};

/** Options whose values are secrets or may hold one. */
const secret = new Set([
  'ownerApiKey',
  'openIdClientSecret',
  'smtpUrl',
  'databaseUrl',
  'awsAccessKeyId',
  'awsSecretAccessKey',
  'awsSessionToken',
  'metricsToken',
  'demandToken',
]);

/** Puts changed settings into force, as far as nothing from outside fixes them. One that does not fit any more is left at its default. */
function put(config: Config, changed: ReadonlyMap<string, string>): void {
  for (const [key, { apply }] of Object.entries(changeable)) {
    if (config.given[key]) continue;
    try {
      apply(config, changed.get(key) ?? null);
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      apply(config, null);
    }
  }
}

/** Seconds after which a server sees what was changed at another one on the same database. */
const followSeconds = 10;

/** Puts the changed settings into force, now and whenever they change. Returns the function that ends it. */
export async function followChangedSettings(
  db: Database,
  config: Config,
  log: (text: string) => void,
): Promise<() => void> {
  put(config, await readChangedSettings(db.drizzle));
  const timer = setInterval(() => {
    readChangedSettings(db.drizzle).then(
      (changed) => put(config, changed),
      (error: Error) => log(`Reading changed settings failed: ${error.message}`),
    );
  }, followSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** All settings with their values and with what fixes each. */
export async function listSettings(db: Database, config: Config): Promise<ServerSetting[]> {
  const changed = await readChangedSettings(db.drizzle);
  return options.map(({ key, variable, text, fallback }): ServerSetting => {
    const given = config.given[key];
    const here = changed.get(key);
    const plain = given?.value ?? (changeable[key] ? here : undefined) ?? fallback;
    return {
      name: key,
      text,
      variable,
      value: secret.has(key) && given ? null : plain,
      source: given?.source ?? (here !== undefined && changeable[key] ? 'administrator' : 'default'),
      editable: given ? null : (changeable[key]?.editable ?? null),
    };
  });
}

/**
 * Changes a setting at once and for the next start; null goes back to its default. Throws 404 for a setting that there is not, 409 for one that is fixed from
 * outside or that only a start can change, 422 for a value that does not fit.
 */
export async function changeSetting(
  db: Database,
  config: Config,
  { name, value, by }: { name: string; value: string | null; by: string | null },
): Promise<void> {
  const option = options.find(({ key }) => key === name);
  if (!option) throw new HttpProblem(404, `There is no setting "${name.slice(0, 100)}".`, 'name');
  const given = config.given[name];
  if (given) {
    const where = { flag: option.flag ?? option.variable, environment: option.variable, file: 'cuvette.json' }[
      given.source
    ];
    throw new HttpProblem(
      409,
      `This setting is fixed by ${where}. Change it there and start the server again.`,
      'name',
    );
  }
  const rule = changeable[name];
  if (!rule) {
    throw new HttpProblem(
      409,
      `This setting is read at the start only. Set ${option.variable} and start the server again.`,
      'name',
    );
  }
  const text = value === null || value.trim() === '' ? null : value.trim();
  try {
    rule.apply(config, text);
  } catch (error) {
    if (error instanceof ConfigProblem) throw new HttpProblem(422, error.message, 'value');
    throw error;
  }
  await storeChangedSetting(db.drizzle, name, text, by);
}
