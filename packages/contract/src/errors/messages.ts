/**
 * The specification's texts, once: screens and server take them from here and nowhere else (spec 1 §8, spec 2 §8).
 * A value with a parameter is a function; the rest are literal, spelling included.
 */
export const MESSAGES = {
  signInButton: 'Use your credentials to access the ERP system',
  batchSearch: "Search for Batch Number then press the 'Enter' key",
  alreadyOpen: 'Already open in another tab.',
  pleaseWait: 'Please wait ...',
  editEntry: 'Edit entry',
  unauthorize: 'unauthorize',
  signOut: 'Sign Out',
  close: 'Close',
  none: 'NONE',

  networkError: 'Network Error',
  failedGettingData: 'Failed getting data',
  sessionExpired: 'Session Expired',
  sessionExpiredText: 'Your session has expired. Would you like to be redirected to the login page?',
  reLogin: 'Re-login',

  invalidCredentials: 'Invalid username or password',
  invalidEmailAccount: 'Invalid Email Account',
  invalidEmail: 'Invalid email account.',
  hrUnreachable: 'Unable to connect in HRIS.',
  verifyCaptcha: 'Please Verify Captcha First.',
  emptyCredentials: 'Email and Password cannot be null.',

  searchCharacters: 'Search bar can only contain letters, numbers, spaces, parentheses, or hyphens.',
  required: 'Required.',

  added: (item: string) => `Your work has been successful! ${item} added.`,
  updated: (item: string) => `Your work has been successful! ${item} updated.`,
  deleted: (item: string) => `Your work has been successful! ${item} deleted.`,
  savingFailed: (message: string) => `Saving failed! ${message}`,
  updateFailed: (message: string) => `Update failed! ${message}`,
  deleteFailed: (message: string) => `Delete failed! ${message}`,
  voidFailed: (message: string) => `Void failed! ${message}`,
  retrieveFailed: 'Retrieve failed!',
  failedToRetrieve: (message: string) => `Failed to retrieve! ${message}`,

  failedToSave: 'Failed to save!',
  savingFailedList: 'Saving failed!!',
  tryAgainLater: 'Please try again later.',
  updateFail: 'Update fail',
  deleteFail: 'Delete fail',
  errorSaving: 'Error Saving',
  payeeSavingFailed: 'Saving Failed!',
  savingFailedTitle: 'Saving failed!',

  officerCreated: 'Create successful',
  officerCreatedText: 'An Approving Officer has been added.',
  officerCreateFailed: 'Unable to create an Approving Officer',
  officerUpdated: 'Your work has been updated',
  officerUpdateFailed: 'Unable to edit an Approving Officer',
  officerDeleted: 'Delete successful',
  officerDeleteFailed: 'Unable to delete an Approving Officer',
  billingOfficerCreatedText: 'A Billing Officer has been added.',
  billingOfficerCreateFailed: 'Unable to create a Billing Officer',
  billingOfficerUpdateFailed: 'Unable to edit a Billing Officer',
  billingOfficerDeleteFailed: 'Unable to delete a Billing Officer',
  levelUpdateFailed: 'Unable to edit an Approving Level',
  levelDeleteFailed: 'Unable to delete an Approving Level',
  regularCreated: 'Create successful',
  regularCreatedText: 'A Regular transaction data has been added.',
  regularCreateFailed: 'Unable to save a Regular Transaction',
  regularUpdated: 'Regular Transaction Update Success!',
  regularUpdateFailed: 'Unable to update the Regular transaction data',
  regularDeleted: 'Delete successful',
  regularDeleteFailed: 'Unable to delete Regular Transaction',

  entrySaved: 'The transaction entry has been added to the list successfully.',
  entryUpdated: 'The transaction entry was updated successfully',
  entryDeleted: 'The transaction entry has been deleted successfully',
  entryVoided: 'The transaction entry has been voided successfully',
  statusUpdated: 'Status updated successfully',
  billingMailed: (number: string) => `Successfully sent an email for billing ${number}.`,

  periodClosed: 'Accounting Period for this date is already Closed.',
  chequeNumberMissing: 'Cheque number is required. Assign it in Check Transactions, then release.',
  createSeriesFirst: (series: string) => `Please create ${series} Series first.`,

  noDataFound: 'NO DATA FOUND',
  printThisForm: 'Print This Form',
  noPayeeEmail: "The payee doesn't have an email address. Do you want to print the receipt?",
  printReceipt: 'Print Receipt',
  /** `one` is what its family of documents is called, where only that one was looked among. */
  noSuchBatch: (batchNumber: string, one?: string) =>
    one === undefined ? `No transaction has batch number ${batchNumber}.` : `No ${one} has number ${batchNumber}.`,
  changedMeanwhile: (name: string, time: string) => `Changed by ${name} at ${time}. Reload to see it.`,
  closeOverOpenWork: (period: string) => `Close ${period} over open work?`,
  openWorkOf: (count: string) =>
    count === '1'
      ? '1 transaction of this month has not reached the ledger. Closed, it cannot be posted at its date.'
      : `${count} transactions of this month have not reached the ledger. Closed, they cannot be posted at their dates.`,
  openWorkUnseen: 'There is also open work that you may not see.',
  undo: 'Undo',
  undoneAdd: (item: string) => `Undone: ${item} is removed again.`,
  undoneUpdate: (item: string) => `Undone: ${item} is as it was before.`,
  undoneDelete: (item: string) => `Undone: ${item} is back.`,
  undoFailed: (message: string) => `Undo failed! ${message}`,
  restored: (item: string) => `${item} is back.`,
  restoreFailed: (message: string) => `Restore failed! ${message}`,
  deletedMeanwhile: (name: string, time: string) => `Deleted by ${name} at ${time}.`,
  closedReversalPeriod: 'No accounting period from this date on is open. Open one first, then void.',
  multipleDates: 'Have multiple dates',
  addEntries: 'Add Entries',
} as const;

/** How long a message stays, in milliseconds (spec 1 §8, §9). */
export const MESSAGE_DURATION = {
  success: 6000,
  error: 3000,
  networkError: 3000,
  popup: 2000,
} as const;

/** A code chunk that has not loaded after this long offers a reload (spec 1 §9). */
export const CHUNK_TIMEOUT_MS = 120_000;
