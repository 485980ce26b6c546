import { ApiError } from '../../../contract/call.ts'

/** Whether an error is about the share itself, rather than a connection or server fault. */
export const isOfShare = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code >= 2500 && error.code < 2600
