import { useWords } from './context.tsx';

/** The link to an item's own page; nothing where there is no address (`pageAddressOf`). */
export function PageLink({ address, className }: { address: string | null; className?: string }) {
  const words = useWords().result;
  if (address === null) return null;
  return (
    <a className={className} href={address} target="_blank" rel="noopener">
      {words.viewOnCuvette}
    </a>
  );
}
