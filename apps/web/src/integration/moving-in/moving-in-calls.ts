import { queryOptions } from '@tanstack/react-query';
import {
  listMoveDeposits,
  listMoves,
  readMove,
  readMoveFigures,
} from '@talaan/contract/integration/moving-in.contract';
import { callServer } from '../../api/client.ts';

/** Under it stands everything that a move shows. */
export const MOVES_KEY = 'moving in';

export const moveQueries = {
  list: () =>
    queryOptions({
      queryKey: [MOVES_KEY, 'list'],
      queryFn: ({ signal }) => callServer(listMoves, { signal }),
      staleTime: 0,
    }),
  move: (id: number) =>
    queryOptions({
      queryKey: [MOVES_KEY, 'move', id],
      queryFn: async ({ signal }) => (await callServer(readMove, { params: { id }, signal })).data,
      staleTime: 0,
    }),
  /** The books as they would be at a version of the move, and after its files changed. */
  figures: (id: number, files: string) =>
    queryOptions({
      queryKey: [MOVES_KEY, 'figures', id, files],
      queryFn: async ({ signal }) => (await callServer(readMoveFigures, { params: { id }, signal })).data,
    }),
  deposits: (id: number) =>
    queryOptions({
      queryKey: [MOVES_KEY, 'deposits', id],
      queryFn: async ({ signal }) => (await callServer(listMoveDeposits, { params: { id }, signal })).data,
      staleTime: 0,
    }),
};
