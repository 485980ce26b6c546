import { ApiError, linkCodes } from '../../../contract/call.ts'

/** Whether an error means that the platform was unreachable, not that it rejected the request. */
export const isLinkFault = (error: unknown): boolean =>
  error instanceof ApiError && (Object.values(linkCodes) as number[]).includes(error.code)
