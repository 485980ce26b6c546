// The message for a picture that could not be uploaded. [S8 User-facing messages]
import { ApiError } from '../../../contract/call.ts'
import { pictureText } from './text.ts'

/** The same fault with this message; faults that are not from the platform are unchanged. */
export const uploadFault = (error: unknown): unknown =>
  error instanceof ApiError
    ? new ApiError(error.code, pictureText.t('uploadFailed', { reason: error.message }), error.data)
    : error
