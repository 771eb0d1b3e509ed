import { second } from './cycle-second.ts'; // bites: import(no-cycle)

export const first = (): string => second();
