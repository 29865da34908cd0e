/** The path and the query of a request's address. */
export interface RequestAddress {
  /** As it was sent: not decoded, and with its dots. */
  pathname: string;
  searchParams: URLSearchParams;
}

/**
 * The address of a request as a path, also where the whole of it was sent (`GET http://host/path`, as to a proxy), which
 * every server has to take. What is no such address stays as it is.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const whole = /^https?:\/\/[^/?#\\]+([/?].*)?$/i.exec(target);
  if (!whole || !URL.canParse(target)) return target;
  const path = whole[1] ?? '/';
  return path.startsWith('/') ? path : `/${path}`;
}

/** Whether an address is a path of this server. `//name/path` is none: pages and programs take its beginning for another host. */
export function isReadable(target: string): boolean {
  return (target.startsWith('/') && !target.startsWith('//')) || target === '*';
}

/** Takes an address apart without judging it: whatever was sent, this answers. Not by `URL`, which reads `//name` as a host and throws where it is none. */
export function addressOf(target: string): RequestAddress {
  const [whole = ''] = target.split('#', 1);
  const query = whole.indexOf('?');
  return query < 0
    ? { pathname: whole, searchParams: new URLSearchParams() }
    : { pathname: whole.slice(0, query), searchParams: new URLSearchParams(whole.slice(query + 1)) };
}

/** Whether a `Host` header names a host, so that an address can be made of it. An empty one is allowed, and says nothing. */
export function isHost(host: string): boolean {
  return host === '' || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`));
}
