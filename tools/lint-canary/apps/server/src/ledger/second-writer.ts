import { again } from '../platform/upwards.ts'; // bites: no-circle, import(no-cycle)

export const post = () => [again, `select post_entries($1)`]; // bites: one-ledger-writer
