import { useSyncExternalStore } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { MAINTENANCE_CODE } from '@talaan/contract/http/maintenance.contract';

/** waiting: this user is not served until it is over. working: a super user goes on. */
export type MaintenanceState = { kind: 'none' | 'working' } | { kind: 'waiting'; message: string | null };

const NONE: MaintenanceState = { kind: 'none' };
const WORKING: MaintenanceState = { kind: 'working' };

let state: MaintenanceState = NONE;
const listeners = new Set<() => void>();

/** What the last calls told about maintenance of the product. */
export function useMaintenance(): MaintenanceState {
  return useSyncExternalStore(subscribe, () => state);
}

/** A call was served and said that the product is maintained: the caller is a super user. */
export function noteServedInMaintenance(): void {
  if (state.kind === 'none') set(WORKING);
}

/** A call was refused because the product is maintained, or its message changed meanwhile. */
export function noteMaintenance(message: string | null): void {
  if (state.kind !== 'waiting' || state.message !== message) set({ kind: 'waiting', message });
}

/** The server says that it is over. */
export function noteMaintenanceOver(): void {
  set(NONE);
}

/** Whether a call was refused because the product is maintained: the page says so already, and goes on by itself. */
export function isInMaintenance(failure: unknown): failure is CallRefused {
  return failure instanceof CallRefused && failure.problem.code === MAINTENANCE_CODE;
}

/** Passes a failure on, and takes note when maintenance is its cause. */
export function heedMaintenance(failure: unknown): never {
  if (isInMaintenance(failure)) {
    const { maintenance } = failure.problem as { maintenance?: { message: string | null } };
    noteMaintenance(maintenance?.message ?? null);
  }
  throw failure;
}

function set(next: MaintenanceState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
