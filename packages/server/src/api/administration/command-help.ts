/** What `cuvette admin --help` says. */
export const adminUsage = `Usage: cuvette admin PART [what is to be done] [--data DIRECTORY]

  people                                              accounts, as JSON
  people administrator|member|disable|enable EMAIL    change an account
  people hand-over EMAIL TO                           give all projects of a person to another
  workers                                             what workers can do, do and did, as JSON
  workers drain|resume|allow NAME [REASON]            drain a worker, let it take items again, allow a denied one
  queue                                               what waits and why, as JSON
  queue priority UUID NUMBER [REASON]                 -10 to 10; higher ones go first
  queue hold UUID REASON, queue release UUID          hold an item, release it
  storage                                             bytes by person and kind, as JSON
  usage [--after DATE] [--before DATE] [--csv]        core-hours by month, person, project and type
  limits                                              limits of people and projects, as JSON
  limits person|project EMAIL|UUID|'*' [--active-items N] [--core-hours N] [--storage-mb N]
                                                      set the limits; those left out are none
  settings                                            settings and what fixes them, as JSON
  settings NAME VALUE, settings NAME --default        change a setting, or go back to its default
  audit [--contains TEXT] [--action ACTION] [--after DATE] [--before DATE] [--csv]
                                                      the audit log, newest first (JSON: the newest 100)

It works while the server runs and while it does not.`;
