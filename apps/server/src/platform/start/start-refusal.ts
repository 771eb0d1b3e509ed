/** An error of the operating system or of the database server, as far as it tells. */
interface Told {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
  readonly message?: string;
  readonly errors?: readonly unknown[];
}

const FOLDER = 'Set DATA_DIR to a folder that can be made and written.';
const DATABASE = 'Look at DATABASE_URL, and whether the server runs.';

/** What the system answers to a file or a folder, by its code. */
const FILE_REFUSALS: Record<string, string> = {
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'there is a file of that name',
  ENOENT: 'it does not exist',
  EACCES: 'this account may not use it',
  EPERM: 'this account may not use it',
  EROFS: 'the disk cannot be written',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

/** Why the server does not start, in a sentence with the way out, for whoever reads the console. */
export function startRefusal(error: unknown): string {
  const told = (error ?? {}) as Told;
  // A name with several addresses fails with one error for each of them.
  if (told.errors?.[0] !== undefined) return startRefusal(told.errors[0]);
  if (told.syscall === 'listen') return listenRefusal(told);
  if (told.path !== undefined && told.code !== undefined && FILE_REFUSALS[told.code]) {
    return `${told.path} cannot be used: ${FILE_REFUSALS[told.code]}. ${FOLDER}`;
  }
  return databaseRefusal(told) ?? told.message ?? String(error);
}

function listenRefusal({ code, address, port, message }: Told): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Set PORT to one above 1023.`;
  return `The server cannot listen on ${address ?? 'this address'}: ${message}. Set HOST to an address of this machine.`;
}

function databaseRefusal({ code, address, hostname, port, message }: Told): string | undefined {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database server ${hostname} is not known. ${DATABASE}`;
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return `The database at ${address ?? 'its address'}${port === undefined ? '' : `:${port}`} does not answer. ${DATABASE}`;
    case '28P01':
    case '28000':
    case '3D000':
      return `The database server refuses: ${message}. ${DATABASE}`;
    default:
      return undefined;
  }
}
