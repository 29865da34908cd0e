import { useEffect, useState } from 'react';

/** A blob as a data address. */
function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read.'));
    reader.readAsDataURL(blob);
  });
}

/**
 * A picture of the server as a data address, which documents keep when the server is away.
 * @param address null for none
 * @returns null until it is there, and where the server has no such picture
 */
export function usePictureData(address: string | null): string | null {
  const [read, setRead] = useState<{ address: string; data: string } | null>(null);
  useEffect(() => {
    let gone = false;
    if (address !== null) {
      fetch(address)
        .then(async (answer) => (answer.ok ? dataAddress(await answer.blob()) : null))
        .then(
          (data) => {
            if (!gone && data !== null) setRead({ address, data });
          },
          () => {},
        );
    }
    return () => {
      gone = true;
    };
  }, [address]);
  return read !== null && read.address === address ? read.data : null;
}

/** The bytes of a data address as a PNG for the clipboard. */
export function pngBlob(address: string): Blob {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: 'image/png' });
}
