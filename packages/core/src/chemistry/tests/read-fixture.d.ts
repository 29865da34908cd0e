/** Text of a file of `../fixtures`, unpacked where its name ends in .gz. */
export function readFixture(name: string): string;
