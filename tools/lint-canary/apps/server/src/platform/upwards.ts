import { post } from '../ledger/second-writer.ts'; // bites: import-direction, no-circle, import(no-cycle)

export const again = post;
