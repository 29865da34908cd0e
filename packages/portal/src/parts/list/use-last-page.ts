import { useEffect, useEffectEvent } from 'react';

interface ReadPage {
  data?: { items: readonly unknown[]; num_pages: number } | undefined;
  isPlaceholderData: boolean;
}

/** Leads to the last page of a list where the one that is asked for lies beyond it: its entries were deleted or moved, or the address is an old one. */
export function useLastPage({ data, isPlaceholderData }: ReadPage, page: number, onPage: (page: number) => void): void {
  const last = Math.max(1, data?.num_pages ?? 1);
  const isBeyond = data !== undefined && !isPlaceholderData && data.items.length === 0 && page > last;
  const lead = useEffectEvent(onPage);
  useEffect(() => {
    if (isBeyond) lead(last);
  }, [isBeyond, last]);
}
