import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { basePath } from '../base-path.ts';
import { isFramed } from '../is-framed.ts';

type PathLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link to a path that is only known at run time (an item of any type); plain clicks stay in the app. */
export function PathLink({ href, onClick, ...rest }: PathLinkProps) {
  const router = useRouter();
  // In a frame the app has no pages but shared ones: any other opens by itself.
  if (isFramed && !href.startsWith('/public/'))
    return <a {...rest} href={`${basePath}${href}`} target="_blank" rel="noopener" />;
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return <a {...rest} href={`${basePath}${href}`} onClick={go} />;
}
