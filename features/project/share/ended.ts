import { ApiError } from '../../../contract/call.ts'

/** Said of the share itself; a platform or a database that is away says nothing of it. */
export const isOfShare = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code >= 2500 && error.code < 2600
