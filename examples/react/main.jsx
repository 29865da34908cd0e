// React 19 and later sets data on elements as properties and hears their events: nothing of Cuvette's is needed between the two.
import '@cuvette/widgets/elements/table';
import '@cuvette/widgets/elements/viewer';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const result = '/result.cuvette.json';

function Report() {
  const [structure, setStructure] = useState(null);
  return (
    <main>
      <h1>Conformers of our building block</h1>
      <p role="status">{structure ? `Shown now: ${structure}` : 'Choose a conformer in the table.'}</p>
      <cuvette-viewer src={result} />
      <cuvette-table src={result} oncuvette-select={(event) => setStructure(event.detail.structure)} />
    </main>
  );
}

createRoot(document.querySelector('#app')).render(<Report />);
