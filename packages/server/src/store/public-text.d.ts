import type { Calculation, WorkflowItem } from '@cuvette/core/entities';
/** A text without the folders of this machine or of a worker: of each path the name of the file stays. */
export declare function withoutPaths(text: string): string;
/**
 * What a program says about its failure without its traceback (of Python: from its heading to the last indented line; what the exception says
 * stays) and without paths; null where nothing is left.
 */
export declare function withoutTraceback(detail: string | null | undefined): string | null;
/** A log as everybody may read it: without hosts, process groups and paths. Both lines are our own (`worker/attempt.ts`, `logfile.py`). */
export declare function logForEverybody(log: string): string;
/** An item as everybody may read it: nobody's name, no machine, and nothing that leads to what is not shared. Its folder is for the query to hide. */
export declare function itemForEverybody(item: WorkflowItem): WorkflowItem;
/** A calculation as everybody may read it. */
export declare function calculationForEverybody<C extends Partial<Pick<Calculation, 'provenance' | 'logfile'>>>(
  record: C,
): C;
