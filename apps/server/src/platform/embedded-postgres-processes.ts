import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** True when the postmaster with this process number accepts connections on the cluster folder. */
export function clusterIsReady(clusterFolder: string, postmasterPid: number): boolean {
  const { pid, status } = readPidFile(clusterFolder);
  return pid === postmasterPid && status === 'ready';
}

/**
 * A setting without effect that makes the postmaster's command line name the server that started it. While that server
 * lives it is the postmaster's parent; when it is killed another process becomes the parent.
 */
export const SERVER_MARK = { 'talaan.server_pid': String(process.pid) };

/** The port of the socket in the folder around the cluster; its name is made of it. */
export const SOCKET_PORT = 5432;

/**
 * Makes the cluster folder free to start on. A postmaster whose server was killed is ended in order (fast shutdown);
 * process numbers that an earlier boot or a killed postmaster left are removed. Throws one sentence when the postmaster's
 * own server is alive.
 */
export async function takeOverCluster(clusterFolder: string, log: (sentence: string) => void): Promise<void> {
  const server = findLiveServer(clusterFolder);
  if (server) {
    throw new Error(
      `Another Talaan server (process ${server.pid}) uses ${clusterFolder}. Stop it first, or set DATA_DIR.`,
    );
  }
  const { pid } = readPidFile(clusterFolder);
  if (pid !== undefined && describeProcess(pid)?.command.includes(clusterFolder)) {
    log('An earlier server was killed and left its database running; it is being stopped.');
    process.kill(pid, 'SIGINT');
    while (describeProcess(pid)?.command.includes(clusterFolder)) await delay(10);
  }
  // After a reboot or in a new container a number belongs to a stranger, after a kill to a process that its parent has
  // not taken note of; PostgreSQL takes both for itself and would refuse to start.
  for (const file of [pidFile(clusterFolder), socketLockFile(clusterFolder)]) {
    const left = readPid(file);
    if (left !== undefined && describeProcess(left)) rmSync(file, { force: true });
  }
}

/** The Talaan server that runs the cluster now: its process, and the port of its database; null when none is alive. */
export function findLiveServer(clusterFolder: string): { pid: number; database_port: number } | null {
  const { pid, port } = readPidFile(clusterFolder);
  const postmaster = pid === undefined ? undefined : describeProcess(pid);
  if (!postmaster?.command.includes(clusterFolder)) return null;
  const isItsChild = postmaster.command.includes(`talaan.server_pid=${postmaster.parentPid} `);
  return isItsChild && port !== undefined ? { pid: postmaster.parentPid, database_port: port } : null;
}

const pidFile = (clusterFolder: string) => path.join(clusterFolder, 'postmaster.pid');
const socketLockFile = (clusterFolder: string) =>
  path.join(path.dirname(clusterFolder), `.s.PGSQL.${SOCKET_PORT}.lock`);

/** Both files begin with the process number. */
function readPid(file: string): number | undefined {
  const pid = Number.parseInt(readText(file) ?? '', 10);
  return pid > 1 ? pid : undefined;
}

/** PostgreSQL writes its process number into the first line, its port into the fourth and its state into the eighth. */
function readPidFile(clusterFolder: string): { pid?: number; port?: number; status?: string } {
  const pid = readPid(pidFile(clusterFolder));
  const lines = readText(pidFile(clusterFolder))?.split('\n');
  return pid === undefined ? {} : { pid, port: Number(lines?.[3]), status: lines?.[7]?.trim() ?? '' };
}

/** The command line has one blank after each argument. */
function describeProcess(pid: number): { parentPid: number; command: string } | undefined {
  const command = readText(`/proc/${pid}/cmdline`);
  if (command !== undefined) {
    const stat = readText(`/proc/${pid}/stat`) ?? '';
    return {
      parentPid: Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]),
      command: command.replaceAll('\0', ' '),
    };
  }
  if (process.platform === 'linux') return undefined;
  const line = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  }).stdout?.trim();
  return line ? { parentPid: Number.parseInt(line, 10), command: `${line} ` } : undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
