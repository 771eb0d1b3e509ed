import { useEffect, useState } from 'react';
import { lockBatch, unlockBatch } from '@talaan/contract/documents/batch.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { batchKey } from '@talaan/core/documents/batch-key';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { callServer } from '../../../api/client.ts';

/** taking: on its way. held: this person edits. refused: somebody else does, or the entry cannot be edited; with why. */
export type EditLock = { state: 'none' | 'taking' | 'held' } | { state: 'refused'; message: string };

const HEARTBEAT_MS = 60_000;

/** How many pages of this window hold each batch: one that closes must not free the lock of the one that just opened. */
const holders = new Map<string, number>();

/**
 * Holds the edit lock of a batch while `wanted`: taken on opening for edit, kept by a heartbeat, freed on leaving
 * (decisions §3). A lock that was lost meanwhile is told at the next heartbeat.
 */
export function useEditLock(batchNumber: string | null, documentType: DocumentType, wanted: boolean): EditLock {
  const [lock, setLock] = useState<EditLock>({ state: 'none' });
  useEffect(() => {
    if (batchNumber === null || !wanted) {
      setLock({ state: 'none' });
      return;
    }
    let left = false;
    let held = false;
    const key = batchKey({ document_type: documentType, batch_number: batchNumber });
    const call = { params: { id: batchNumber }, body: { document_type: documentType } };
    const take = async (): Promise<void> => {
      try {
        await callServer(lockBatch, call);
        held = true;
        if (left) free();
        else setLock({ state: 'held' });
      } catch (failure) {
        // Without an answer the lock lives on until it expires; only a refusal ends it.
        if (!(failure instanceof CallRefused) || failure.problem.status === 401) return;
        held = false;
        if (!left) setLock({ state: 'refused', message: failure.message });
      }
    };
    const free = (): void => {
      if ((holders.get(key) ?? 0) > 0) return;
      callServer(unlockBatch, { params: { id: batchNumber }, query: { document_type: documentType } }).catch(() => {
        // It expires by itself 15 minutes after the last heartbeat.
      });
    };
    holders.set(key, (holders.get(key) ?? 0) + 1);
    setLock({ state: 'taking' });
    void take();
    const timer = setInterval(() => void take(), HEARTBEAT_MS);
    return () => {
      left = true;
      clearInterval(timer);
      holders.set(key, (holders.get(key) ?? 1) - 1);
      if (held) queueMicrotask(free);
    };
  }, [batchNumber, documentType, wanted]);
  return lock;
}
