import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestPostgres } from './postgres.ts';

/** The database that the others are copies of: brought to the newest schema once, before all tests. */
const templateName = 'cuvette_template';

async function administrate(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', address).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the template in a fresh cluster by what a server does at its first start. `fill` must have closed its connections when it ends. */
export async function makeTemplate(address: string, fill: (address: string) => Promise<void>): Promise<void> {
  await administrate(address, `CREATE DATABASE ${templateName}`);
  await fill(new URL(`/${templateName}`, address).href);
}

/**
 * Databases of a test's own in the one PostgreSQL that was started before all tests (`template.ts`): starting one for each test, and bringing it to
 * the newest schema, takes seconds. A test that ends or cuts off the whole PostgreSQL starts its own.
 */
export function sharedPostgres(): TestPostgres {
  const address = process.env.CUVETTE_TEST_POSTGRES;
  if (!address) {
    throw new Error(
      'PostgreSQL 15 or newer is not installed here. The set-up for testing installs it (Debian: postgresql-15).',
    );
  }
  const made: string[] = [];
  const create = async (source: string, more = ''): Promise<string> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await administrate(address, `CREATE DATABASE ${name} TEMPLATE ${source}${more}`);
    made.push(name);
    return new URL(`/${name}`, address).href;
  };
  return {
    createDatabase: () => create(templateName),
    createEmptyDatabase: (encoding = 'UTF8') => create('template0', ` ENCODING ${encoding}`),
    async stop() {
      // Whoever is still connected is ended with it.
      for (const name of made.splice(0)) await administrate(address, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
