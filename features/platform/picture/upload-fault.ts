// The message for a picture that could not be uploaded. [S8 User-facing messages]
import { ApiError } from '../../../contract/call.ts'
import { pictureText } from './text.ts'

/** The fault of an upload with its message; faults that are not from the platform are returned unchanged. */
export const uploadFault = (error: unknown): unknown =>
  error instanceof ApiError
    ? new ApiError(error.code, pictureText.t('uploadFailed', { reason: error.message }), error.data)
    : error
