export const folder = '/home/someone/talaan'; // bites: no-foreign-places
