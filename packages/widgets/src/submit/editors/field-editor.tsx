import { AtomsEditor } from './atoms-editor.tsx';
import { BondsEditor } from './bonds-editor.tsx';
import { ConfiningEditor } from './confining-editor.tsx';
import { ConstraintsEditor } from './constraints-editor.tsx';
import { ContactsEditor } from './contacts-editor.tsx';
import type { EditorProps } from './editor-props.ts';
import { MultiplicitiesEditor } from './multiplicities-editor.tsx';
import { NamesEditor } from './names-editor.tsx';
import { ScanEditor } from './scan-editor.tsx';
import { SpringsEditor } from './springs-editor.tsx';

const editors = {
  constraints: ConstraintsEditor,
  harmonic_constraints: SpringsEditor,
  confining_constraint: ConfiningEditor,
  scan_coordinates: ScanEditor,
  bonds: BondsEditor,
  contact_constraints: ContactsEditor,
  pocket_constraints: ContactsEditor,
  multiplicities: MultiplicitiesEditor,
  chain_sequences: NamesEditor,
  kept_ligands: NamesEditor,
} as const;

/** The editor that a field asks for. */
export function FieldEditor(props: EditorProps) {
  const { field } = props;
  if (field.kind === 'atoms') return <AtomsEditor {...props} />;
  const Editor = editors[field.editor];
  return <Editor {...props} />;
}
