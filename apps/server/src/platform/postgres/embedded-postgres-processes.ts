import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** True when the postmaster with this process number accepts connections on the cluster folder. */
export function clusterIsReady(clusterFolder: string, postmasterPid: number): boolean {
  const { pid, status } = readPidFile(clusterFolder);
  return pid === postmasterPid && status === 'ready';
}

/**
 * Settings without effect on the data. One makes the postmaster's command line name the server that started it: while
 * that server lives it is the postmaster's parent; when it is killed another process becomes the parent. The other makes
 * the titles of the database's other processes begin with the name of their cluster.
 */
export const processMarks = (clusterFolder: string) => ({
  'talaan.server_pid': String(process.pid),
  cluster_name: clusterName(clusterFolder),
});

const clusterName = (clusterFolder: string) =>
  `talaan-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)}`;

/** The port of the socket in the folder around the cluster; its name is made of it. */
export const SOCKET_PORT = 5432;

/**
 * Makes the cluster folder free to start on. A postmaster whose server was killed is ended in order (fast shutdown), and
 * what a killed postmaster left at work is killed; process numbers that either or an earlier boot left are removed. Throws one sentence when the postmaster's
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
  await endOrphans(clusterFolder);
  // After a reboot or in a new container a number belongs to a stranger, after a kill to a process that its parent has
  // not taken note of; PostgreSQL takes both for itself and would refuse to start.
  for (const file of [pidFile(clusterFolder), socketLockFile(clusterFolder)]) {
    const left = readPid(file);
    if (left !== undefined && describeProcess(left)) rmSync(file, { force: true });
  }
}

/**
 * A process of the database that waits ends with its postmaster; one at work goes on, and PostgreSQL does not start while
 * it holds the old shared memory. What it does is lost in any case, so it is killed.
 */
async function endOrphans(clusterFolder: string): Promise<void> {
  const title = `postgres: ${clusterName(clusterFolder)}: `;
  for (let orphans = processesTitled(title); orphans.length > 0; orphans = processesTitled(title)) {
    for (const pid of orphans) kill(pid);
    await delay(10);
  }
}

/** A process that has ended meanwhile needs no killing. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
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

function processesTitled(title: string): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && readText(`/proc/${pid}/cmdline`)?.startsWith(title));
  }
  const list = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).stdout ?? '';
  return list
    .split('\n')
    .map((line) => /^\s*(\d+) (.*)$/.exec(line))
    .flatMap((match) => (match?.[2]?.startsWith(title) ? [Number(match[1])] : []));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
