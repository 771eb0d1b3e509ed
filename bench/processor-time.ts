import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds of processor time, of the user's and the kernel's part together. */
export interface ProcessorTime {
  readonly server: number;
  /** PostgreSQL with all of its processes. */
  readonly database: number;
  readonly client: number;
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * What one call costs each process, by the system's own count. Whoever else uses the machine costs a call waiting time, which
 * is not in it. `work` answers how many calls it made; this process is the client.
 */
export async function processorTimeOf(
  { server_pid, cluster_folder }: { server_pid: number; cluster_folder: string },
  work: () => Promise<number>,
): Promise<ProcessorTime> {
  const postmaster = Number(
    readFileSync(path.join(cluster_folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n', 1)[0],
  );
  const used = () => ({
    server: timeOf(server_pid),
    database: timesOfChildren(postmaster),
    client: process.cpuUsage(),
  });
  const before = used();
  const calls = await work();
  const after = used();
  // Processes come and go: one that has ended meanwhile is left out.
  const database = [...after.database].reduce((sum, [pid, ms]) => sum + ms - (before.database.get(pid) ?? 0), 0);
  const client = (after.client.user - before.client.user + after.client.system - before.client.system) / 1000;
  return { server: (after.server - before.server) / calls, database: database / calls, client: client / calls };
}

function timesOfChildren(parent: number): Map<number, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: readStat(Number(name)) }));
  return new Map(processes.flatMap(({ pid, stat }) => (stat?.parent === parent ? [[pid, stat.ms]] : [])));
}

function timeOf(pid: number): number {
  return readStat(pid)?.ms ?? 0;
}

function readStat(pid: number): { parent: number; ms: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // After the name in parentheses: state, parent …; user and kernel time are the 12th and 13th.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { parent: fields[1]!, ms: (fields[11]! + fields[12]!) * TICK_MS };
}
