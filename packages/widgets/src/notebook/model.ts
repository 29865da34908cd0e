/** What a widget of a notebook has in common with Python (`cuvette_embed/result_widget.py`). Names that begin with `_` are written by Python only. */
export interface NotebookTraits {
  /** The item with everything that belongs to it: a bundle as JSON, packed with gzip. */
  _bundle: Uint8Array<ArrayBuffer> | DataView<ArrayBuffer>;
  /** Class of what the cell keeps for readers without this widget; it is hidden while the widget is there. */
  _kept: string;
  /** Selected atoms, 0-based. */
  selected: readonly number[];
  /** Frame that is shown, 0-based; null where there are none. */
  frame: number | null;
  /** Identifier of the structure that is shown. */
  structure: string | null;
  /** Identifiers of all structures, in order. */
  structures: readonly string[];
  tab: string | null;
  /** Why the last change of Python was refused; null where it was not. */
  problem: string | null;
  height: number | null;
  theme: string | null;
}

/** The part of anywidget's model that is used here. */
export interface NotebookModel {
  get<Name extends keyof NotebookTraits>(name: Name): NotebookTraits[Name];
  set<Name extends keyof NotebookTraits>(name: Name, value: NotebookTraits[Name]): void;
  save_changes(): void;
  on(event: `change:${keyof NotebookTraits}`, listener: () => void): void;
  off(event: `change:${keyof NotebookTraits}`, listener: () => void): void;
}
