import { useSyncExternalStore } from 'react';
import { MESSAGE_DURATION, MESSAGES } from '@talaan/contract/errors/messages';
import { PausableTimer } from './pausable-timer.ts';

export type Tone = 'success' | 'error' | 'neutral';

export interface Message {
  id: number;
  tone: Tone;
  /** Empty for a snackbar. */
  title: string;
  text: string;
  /** Instant, milliseconds of the clock of this machine. */
  at: number;
  /** What can still be done about it while the message is up. */
  action?: MessageAction;
}

/** A button of a message: 'Undo'. The message goes when it is chosen. */
export interface MessageAction {
  label: string;
  run: () => void;
}

/** A blocking message with a list; it stays until OK. */
export interface ListMessage extends Message {
  lines: readonly string[];
}

export interface Question {
  id: number;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  danger: boolean;
}

export interface FeedbackState {
  /** At most three, oldest first. */
  snackbars: readonly Message[];
  popup: Message | null;
  /** Oldest first; one is shown at a time. */
  lists: readonly ListMessage[];
  question: Question | null;
  /** The 'Please wait ...' overlay is up. */
  waiting: boolean;
  /** The last 50 messages of this session, newest first. */
  history: readonly Message[];
}

const SNACKBARS_AT_ONCE = 3;
const HISTORY_LENGTH = 50;
const OVERLAY_DELAY_MS = 300;

const EMPTY: FeedbackState = { snackbars: [], popup: null, lists: [], question: null, waiting: false, history: [] };
let state: FeedbackState = EMPTY;
let lastId = 0;
let callsInFlight = 0;
let answerQuestion: ((confirmed: boolean) => void) | null = null;
const timers = new Map<number, PausableTimer>();
const pauses = new Set<string>();
const listeners = new Set<() => void>();

/** A green snackbar for 6 s (spec 1 §9), with a way back where there is one. */
export function showSuccess(text: string, action?: MessageAction): void {
  showSnackbar('success', text, MESSAGE_DURATION.success, action);
}

/** A red snackbar for 3 s (spec 1 §9). */
export function showError(text: string): void {
  showSnackbar('error', text, MESSAGE_DURATION.error);
}

/** A neutral snackbar for 3 s: the search bar's hint (spec 1 §5). */
export function showNotice(text: string): void {
  showSnackbar('neutral', text, MESSAGE_DURATION.error);
}

/** A centred popup, its text in lines, that closes itself, after 2 s unless told otherwise; Enter or Esc closes it sooner (ux §9). */
export function showPopup({
  title,
  text = '',
  tone = 'neutral',
  duration = MESSAGE_DURATION.popup,
  action,
}: {
  title: string;
  text?: string;
  tone?: Tone;
  duration?: number;
  action?: MessageAction | undefined;
}): void {
  if (state.popup !== null) dismiss(state.popup.id);
  const message = record({ tone, title, text }, action);
  update({ popup: message });
  startTimer(message.id, duration);
}

/** A blocking message with the given lines, or 'Please try again later.' when there are none (spec 1 §8). */
export function showErrorList(title: string, lines: readonly string[]): void {
  const shown = lines.length === 0 ? [MESSAGES.tryAgainLater] : lines;
  const message = record({ tone: 'error', title, text: shown.join('\n') });
  update({ lists: [...state.lists, { ...message, lines: shown }] });
}

/** Asks one question and answers whether it was confirmed. A second question takes the place of the first, which is then declined. */
export function askToConfirm(question: {
  title: string;
  text?: string;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}): Promise<boolean> {
  answerQuestion?.(false);
  return new Promise((resolve) => {
    answerQuestion = (confirmed) => {
      answerQuestion = null;
      update({ question: null });
      resolve(confirmed);
    };
    lastId += 1;
    const { title, text = '', confirmLabel, cancelLabel = 'Cancel', danger = false } = question;
    update({ question: { id: lastId, title, text, confirmLabel, cancelLabel, danger } });
  });
}

/** Asks whether unsaved changes may be thrown away; answers yes when there is no objection. */
export function askToDiscard(): Promise<boolean> {
  return askToConfirm({
    title: 'Discard changes?',
    text: 'What you typed since the last save is lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    danger: true,
  });
}

/** Answers the open question. */
export function answer(confirmed: boolean): void {
  answerQuestion?.(confirmed);
}

/** Blocks the page with 'Please wait ...' while a write runs for more than 300 ms; answers what the promise answers. */
export async function withPleaseWait<Result>(running: Promise<Result>): Promise<Result> {
  callsInFlight += 1;
  const timer = setTimeout(() => update({ waiting: true }), OVERLAY_DELAY_MS);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
    callsInFlight -= 1;
    if (callsInFlight === 0) update({ waiting: false });
  }
}

/** Takes one message off the screen; it stays in the history. */
export function dismiss(id: number): void {
  timers.get(id)?.pause();
  timers.delete(id);
  update({
    snackbars: state.snackbars.filter((message) => message.id !== id),
    popup: state.popup?.id === id ? null : state.popup,
    lists: state.lists.filter((message) => message.id !== id),
  });
}

/** Stops the clocks of all messages for a reason: hover, focus, a hidden tab. They go on when no reason is left. */
export function pauseMessages(reason: string, paused: boolean): void {
  if (paused) pauses.add(reason);
  else pauses.delete(reason);
  for (const timer of timers.values()) {
    if (pauses.size > 0) timer.pause();
    else timer.run();
  }
}

/** Forgets every message and question: at sign-out, so that the next user reads nothing of the last one. */
export function clearMessages(): void {
  for (const timer of timers.values()) timer.pause();
  timers.clear();
  pauses.clear();
  answerQuestion?.(false);
  update({ ...EMPTY, waiting: state.waiting });
}

/** The messages of the moment, for the components that show them. */
export function useFeedback(): FeedbackState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Does what a message offers, and takes the message off the screen. */
export function chooseAction({ id, action }: Message): void {
  dismiss(id);
  action?.run();
}

function showSnackbar(tone: Tone, text: string, duration: number, action?: MessageAction): void {
  const repeated = state.snackbars.find((message) => message.tone === tone && message.text === text);
  if (repeated !== undefined) dismiss(repeated.id);
  const message = record({ tone, title: '', text }, action);
  for (const crowdedOut of state.snackbars.slice(0, Math.max(0, state.snackbars.length + 1 - SNACKBARS_AT_ONCE)))
    dismiss(crowdedOut.id);
  update({ snackbars: [...state.snackbars, message] });
  startTimer(message.id, duration);
}

function record({ tone, title, text }: { tone: Tone; title: string; text: string }, action?: MessageAction): Message {
  lastId += 1;
  const message: Message = {
    id: lastId,
    tone,
    title,
    text,
    at: Date.now(),
    ...(action === undefined ? {} : { action }),
  };
  update({ history: [message, ...state.history].slice(0, HISTORY_LENGTH) });
  return message;
}

function startTimer(id: number, duration: number): void {
  const timer = new PausableTimer(duration, () => dismiss(id));
  timers.set(id, timer);
  if (pauses.size === 0) timer.run();
}

function update(change: Partial<FeedbackState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
