import { ApiError, linkCodes } from '../../../contract/call.ts'

/** Whether an error means that the platform was not heard, rather than that it refused. */
export const isLinkFault = (error: unknown): boolean =>
  error instanceof ApiError && (Object.values(linkCodes) as number[]).includes(error.code)
