import { type Client, QueryObserver, uncancelled } from '@cuvette/core/client';
import { type ItemValues, isFinished, type Molecule, status, type WorkflowItem } from '@cuvette/core/entities';
import { loadResults, type ResultDefinition } from '@cuvette/core/workflows';
import { calculationsOfValues, itemValues } from '@cuvette/core/workflows/items/item-values';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import { rereadWhenFinished } from '../elements/reread-when-finished.ts';
import type { ValuesSource } from './values-source.ts';

/**
 * The named numbers of an item that comes whole: from a bundle, from a client that the page made, or from the page itself. The definition of its type
 * says them here, with what it needs of calculations.
 */
export class ClientValues implements ValuesSource {
  readonly from: Client | null;
  readonly #listener: () => void;
  #stopReading: (() => void) | null = null;
  #item: WorkflowItem | null = null;
  /** Why the item could not be read. */
  #failure: unknown = null;
  /** Why what a number needs beside the item could not be read. */
  #problem: unknown = null;
  #definition: ResultDefinition | null = null;
  /** Whether it is clear if this version has a definition of the item's type. */
  #known = false;
  #molecules = new Map<string, readonly Molecule[]>();
  #asked = new Set<string>();
  #values: ItemValues | null = null;

  constructor(client: Client | null, listener: () => void) {
    this.from = client;
    this.#listener = listener;
  }

  /** Reads the item of this identifier; of a bundle, empty takes the first one. All elements with this client share one read and one poll. */
  read(uuid: string): void {
    const { from: client } = this;
    if (!client) return;
    const observer = new QueryObserver(client.queryClient, client.workflow(uuid));
    const take = ({ data, error, failureReason }: ReturnType<typeof observer.getCurrentResult>) => {
      this.#failure = data ? null : (error ?? failureReason);
      if (data) this.take(data);
      this.#changed();
    };
    this.#stopReading = observer.subscribe(take);
    take(observer.getCurrentResult());
  }

  /** Takes an item as it is now. */
  take(item: WorkflowItem): void {
    if (item === this.#item) return;
    const type = this.#item?.object_type;
    this.#item = item;
    this.#problem = null;
    this.#asked.clear();
    if (!isFinished(item.object_status)) this.#molecules = new Map();
    if (this.from) rereadWhenFinished(this.from, item);
    this.#changed();
    if (type === item.object_type && this.#known) return;
    this.#definition = null;
    this.#known = false;
    loadResults(item.object_type).then(
      (definition) => {
        if (this.#item?.object_type !== item.object_type) return;
        this.#definition = definition;
        this.#known = true;
        this.#changed();
      },
      (error: unknown) => {
        if (this.#item?.object_type !== item.object_type || this.#known) return;
        this.#problem = error;
        this.#changed();
      },
    );
  }

  get item(): WorkflowItem | null {
    return this.#item;
  }

  get values(): ItemValues | null {
    if (!this.#item || !this.#known) return null;
    this.#values ??= itemValues(this.#definition, this.#item, this.#molecules);
    return this.#values;
  }

  get failure(): unknown {
    return this.#failure ?? this.#problem;
  }

  waitsFor(path: string | null): boolean {
    const item = this.#item;
    if (this.failure || !this.#definition || item?.object_status !== status.completed) return false;
    const needed = path
      ? namedValuesOf(this.#definition, item, this.#molecules).flatMap((value) =>
          value.path === path ? (value.calculation ?? []) : [],
        )
      : calculationsOfValues(this.#definition, item);
    const missing = needed.filter((calculation) => !this.#molecules.has(calculation));
    for (const calculation of missing) if (!this.#asked.has(calculation)) void this.#readMolecules(calculation);
    return missing.length > 0;
  }

  async #readMolecules(uuid: string) {
    const { from: client } = this;
    const item = this.#item;
    if (!client) return;
    this.#asked.add(uuid);
    // An answer that comes after another state of the item is not of its result: then it has been asked for again.
    const counts = () => item === this.#item;
    try {
      const molecules = await uncancelled(() => client.queryClient.fetchQuery(client.molecules(uuid)));
      if (counts()) this.#molecules = new Map([...this.#molecules, [uuid, molecules]]);
    } catch (error) {
      if (counts()) this.#problem = error;
    }
    this.#changed();
  }

  #changed() {
    this.#values = null;
    this.#listener();
  }

  stop(): void {
    this.#stopReading?.();
    this.#stopReading = null;
  }
}
