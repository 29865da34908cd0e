import type { Calculation, WorkflowItem } from '@cuvette/core/entities';

/** Absolute paths in a text, but for the last name of each. A slash after a word or another slash is a unit or an address, not a path. */
const folders = /(?<![\w/:.~)\]}-])\/(?:[\w.@+~-]+\/)+(?=[\w.@+~-])/g;

/** A text without the folders of this machine or of a worker: of each path the name of the file stays. */
export function withoutPaths(text: string): string {
  return text.replace(folders, '');
}

/**
 * What a program says about its failure without its traceback (of Python: from its heading to the last indented line; what the exception says
 * stays) and without paths; null where nothing is left.
 */
export function withoutTraceback(detail: string | null | undefined): string | null {
  if (!detail) return null;
  const kept: string[] = [];
  let inside = false;
  for (const line of detail.split('\n')) {
    if (/^\s*(?:[+|]\s*)*(?:Exception Group )?Traceback \(most recent call last\):/.test(line)) inside = true;
    else if (inside && (line === '' || /^\s/.test(line))) continue;
    else {
      inside = false;
      // Cut off at its beginning, a traceback starts amid its frames.
      if (/^\s*File ".*", line \d+/.test(line)) inside = true;
      else kept.push(line);
    }
  }
  return withoutPaths(kept.join('\n')).trim() || null;
}

/** A log as everybody may read it: without hosts, process groups and paths. Both lines are our own (`worker/attempt.ts`, `logfile.py`). */
export function logForEverybody(log: string): string {
  return withoutPaths(
    log
      .replace(/^(.*\bAttempt \d+) on .*?, process group \d+, /gm, '$1, ')
      .replace(/^(Started \S+) on .*?, ended /gm, '$1, ended '),
  );
}

function withoutHost<Part extends { host?: string | null } | null | undefined>(record: Part): Part {
  return record ? { ...record, host: null } : record;
}

/** An item as everybody may read it: nobody's name, no machine, and nothing that leads to what is not shared. Its folder is for the query to hide. */
export function itemForEverybody(item: WorkflowItem): WorkflowItem {
  const { error, imported, provenance, object_data } = item;
  return {
    ...item,
    run_by_username: null,
    compute_hardware: null,
    resubmitted_from_uuid: null,
    object_data: object_data && 'made_from' in object_data ? { ...object_data, made_from: null } : object_data,
    email_when_complete: false,
    object_logfile: logForEverybody(item.object_logfile),
    provenance: withoutHost(provenance),
    error: error ? { ...error, message: withoutPaths(error.message), detail: null } : error,
    imported: imported ? { ...imported, by_username: null, original_run_by_username: null } : imported,
  };
}

/** A calculation as everybody may read it. */
export function calculationForEverybody<C extends Partial<Pick<Calculation, 'provenance' | 'logfile'>>>(record: C): C {
  const { provenance, logfile } = record;
  return {
    ...record,
    ...(provenance ? { provenance: withoutHost(provenance) } : {}),
    ...(logfile ? { logfile: logForEverybody(logfile) } : {}),
  };
}
