import { second } from './cycle-second.ts'; // bites: no-circle, import(no-cycle)

export const first = (): string => second();
