// TODO finish this. bites: finished-work
export const answer = 42;
