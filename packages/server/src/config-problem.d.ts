/** A mistake in flags, environment or file that the person starting the server can mend. */
export declare class ConfigProblem extends Error {}
