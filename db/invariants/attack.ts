import pg from 'pg';
import { expect } from 'vitest';

/** One attempt to break the books by SQL, and what must stop it. */
export interface Attack {
  readonly sql: string;
  /** The constraint name, or SQLSTATE 42501, that the attempt must meet. */
  readonly refusedBy: string;
  /** The database role that attempts it: the run-time role, or the owner whom only triggers stop. */
  readonly as?: 'app' | 'owner';
  readonly actor?: number | 'system';
}

/** An attack with the way to take its guard away. */
export interface GuardedAttack extends Attack {
  /** DDL that removes the guard; the same attempt must then succeed, or it proves nothing. */
  readonly without: string;
}

/** The attack meets its guard, and without the guard it succeeds: so it is that guard that holds. */
export async function expectHeld(owner: pg.Client, attack: GuardedAttack): Promise<void> {
  expect(await attempt(owner, attack)).toBe(attack.refusedBy);
  expect(await attempt(owner, attack, attack.without)).toBeNull();
}

/** The attack is refused by a check that cannot be taken away alone: a domain, a missing right. */
export async function expectRefused(owner: pg.Client, attack: Attack): Promise<void> {
  expect(await attempt(owner, attack)).toBe(attack.refusedBy);
}

/** A legitimate act that looks like an attack goes through. */
export async function expectAllowed(owner: pg.Client, act: Omit<Attack, 'refusedBy'>): Promise<void> {
  expect(await attempt(owner, act)).toBeNull();
}

/**
 * Attempts an attack on the owner's connection and rolls everything back. Answers what stopped it: a constraint name or,
 * where the error has none, its SQLSTATE; null when nothing did. Deferred checks count as at commit.
 */
async function attempt(owner: pg.Client, attack: Omit<Attack, 'refusedBy'>, without?: string): Promise<string | null> {
  await owner.query(`begin; set local talaan.user_id = '${attack.actor ?? 'system'}'`);
  try {
    if (without) await owner.query(without);
    if (attack.as !== 'owner') await owner.query('set local role talaan_app');
    await owner.query(attack.sql);
    await owner.query('set constraints all immediate');
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.constraint ?? error.code ?? error.message;
  } finally {
    await owner.query('rollback');
  }
}
