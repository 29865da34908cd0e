import { notFound } from '../../errors.ts';
import { isUuid } from '../../wire/body.ts';

/** What the identifier in an address is of: in the words of a refusal, and in those of the description. */
interface Thing {
  name: string;
  described: string;
}

const thing = (name: string, described = `t${name.slice(1)}`): Thing => ({ name, described });

/** By the part of the address that names the kind. */
const things: Readonly<Record<string, Thing>> = {
  calculation: thing('The calculation'),
  folder: thing('The folder'),
  project: thing('The project'),
  protein: thing('The protein'),
  structure: thing('The structure'),
  saved_search: thing('The saved search'),
  saved_columns: thing('The saved columns'),
  document: thing('The document', 'the document of supporting information'),
  calibration: thing('The calibration', 'the set of measured values'),
  share_link: thing('The link', 'the share link'),
  api_key: thing('The API key'),
  application: thing('The application', 'the connected application'),
  session: thing('The session', 'the session of a browser'),
  people: thing('The account'),
  workers: thing('The worker'),
  trash: thing('What was deleted', 'the deletion, or of what was deleted'),
};

const item = thing('The workflow', 'the item');

/** Returns what an address (`/api/folder/:uuid/contents`) is about; an item where it names nothing else. */
export function thingOf(url: string): Thing {
  const found = Object.keys(things).find((one) => url.split('/').includes(one));
  return (found === undefined ? undefined : things[found]) ?? item;
}

/** The identifier in the path of a call, in lower case; empty where its address has none. Throws 404: what is no identifier does not exist. */
export function uuidOf({ uuid }: Readonly<Record<string, string>>, url: string): string {
  if (uuid === undefined) return '';
  if (!isUuid(uuid)) throw notFound(thingOf(url).name);
  return uuid.toLowerCase();
}
