import { type SavedSearch, searchQuery, writeQuery } from '@cuvette/core/entities';
import { useState } from 'react';
import { serverAddress } from '../../base-path.ts';
import { listWords } from '../../list-words.ts';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';

/** The search as a call of the API, to be copied into a script. */
export function ApiQuery({ search }: { search: SavedSearch }) {
  const [open, setOpen] = useState(false);
  const address = `${serverAddress}/api/saved_search/contents?${writeQuery(searchQuery(search))}`;
  return (
    <>
      <button type="button" className="cv-button" onClick={() => setOpen(true)}>
        {listWords.apiQuery}
      </button>
      {open ? (
        <Dialog title={listWords.apiQuery} onClose={() => setOpen(false)}>
          <p className="cv-quiet">{listWords.apiQueryHint}</p>
          <CopyField label={listWords.apiAddress} value={address} rows={4} />
          <CopyField label="curl" value={`curl -H 'x-api-key: YOUR_KEY' '${address}'`} rows={5} />
        </Dialog>
      ) : null}
    </>
  );
}
