import type { FastifyReply } from 'fastify';
import { Problem } from './problem.ts';

/** How much is done at one time; more would only wait longer for the same connections to the database. */
export interface WorkLimits {
  /** Calls in work, of all together (reliability G-R24). */
  readonly calls: number;
  /** Calls of one user, in work or waiting for his turn to write: the others always find a place. */
  readonly calls_of_one: number;
  /** Writes of one user in work; his next ones wait for them, so that he holds few connections to the database. */
  readonly writes_of_one: number;
}

export const WORK_LIMITS: WorkLimits = { calls: 64, calls_of_one: 24, writes_of_one: 4 };

/** What one user has in work. */
interface OfOne {
  calls: number;
  writes: number;
  readonly waiting: (() => void)[];
}

/** Lets in as many calls as the server can work on, and turns the others away at once. */
export interface WorkGate {
  /** Takes a place. Throws 503 when there is none; answers how to give it back. */
  enter(): () => void;
  /** Counts a call of a user. Throws 503 when he has too many; answers how to take it out of the count. */
  enterAs(userId: number): () => void;
  /** Runs a write of a user when it is its turn. */
  write<T>(userId: number, work: () => Promise<T>): Promise<T>;
}

export function createWorkGate(limits: WorkLimits): WorkGate {
  let calls = 0;
  const users = new Map<number, OfOne>();
  return {
    enter() {
      if (calls >= limits.calls) throw new Problem(503, 'busy', 'Talaan is busy. Try again in a moment.');
      calls += 1;
      return () => (calls -= 1);
    },
    enterAs(userId) {
      const own = users.get(userId) ?? { calls: 0, writes: 0, waiting: [] };
      if (own.calls >= limits.calls_of_one) {
        throw new Problem(503, 'busy', 'Your earlier requests are still in work. Try again in a moment.');
      }
      users.set(userId, own);
      own.calls += 1;
      return () => {
        own.calls -= 1;
        if (own.calls === 0) users.delete(userId);
      };
    },
    async write(userId, work) {
      const own = users.get(userId)!;
      if (own.writes >= limits.writes_of_one) await new Promise<void>((go) => own.waiting.push(go));
      else own.writes += 1;
      try {
        return await work();
      } finally {
        const next = own.waiting.shift();
        if (next) next();
        else own.writes -= 1;
      }
    },
  };
}

/** The place of one call, from its first byte to the end of its work. */
export interface Place {
  /** Says whose call it is. */
  name(userId: number): void;
  enter(): void;
  leave(): void;
  /** Keeps the place until the work has ended, also when nobody waits for its answer any more. */
  workOn<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the write of the named user when it is its turn. */
  write<T>(work: () => Promise<T>): Promise<T>;
}

/** Takes the first place of a call, which is given back when the call is answered or its work has ended. */
export function takePlace(gate: WorkGate, reply: FastifyReply): Place {
  let user: { id: number; leave: () => void } | null = null;
  let leavePlace: (() => void) | null = gate.enter();
  let works = false;
  const leave = () => {
    leavePlace?.();
    leavePlace = null;
  };
  const end = () => {
    if (works) return;
    leave();
    user?.leave();
    user = null;
  };
  reply.raw.once('finish', end).once('close', end);
  return {
    name: (id) => void (user = { id, leave: gate.enterAs(id) }),
    enter: () => void (leavePlace ??= gate.enter()),
    leave,
    async workOn(work) {
      works = true;
      try {
        return await work();
      } finally {
        works = false;
        if (reply.raw.writableFinished || reply.raw.destroyed) end();
        else leave();
      }
    },
    write: (work) => gate.write(user!.id, work),
  };
}
