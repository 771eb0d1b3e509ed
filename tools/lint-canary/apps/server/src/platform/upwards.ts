import { post } from '../ledger/second-writer.ts'; // bites: import-direction, folder-circle, import(no-cycle)

export const again = post;
