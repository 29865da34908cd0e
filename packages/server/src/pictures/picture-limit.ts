import { HttpProblem } from '../errors.ts';

/** Pictures that are drawn for one address of the network in a minute; what is kept already is not counted. */
const perMinute = 60;
/** Most addresses that are remembered. */
const mostAddresses = 10_000;

/** Counts the pictures that are drawn for each address, so that a page cannot keep the server busy with drawing. */
export function createPictureLimit(most = perMinute, now: () => number = Date.now) {
  const counts = new Map<string, { until: number; drawn: number }>();
  return {
    /** Counts one picture. Throws 429, with the seconds to wait, where too many were drawn for the address. */
    count(address: string): void {
      const moment = now();
      const known = counts.get(address);
      const current = known && known.until > moment ? known : { until: moment + 60_000, drawn: 0 };
      if (current.drawn >= most) {
        const seconds = Math.ceil((current.until - moment) / 1000);
        throw new HttpProblem(429, `Too many pictures were asked for from your network. Try again in ${seconds} s.`);
      }
      current.drawn += 1;
      counts.delete(address);
      counts.set(address, current);
      for (const [oldest] of counts) {
        if (counts.size <= mostAddresses) break;
        counts.delete(oldest);
      }
    },
  };
}
