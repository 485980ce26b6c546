// What is said when a picture could not be uploaded. [S8 User-facing messages]
import { ApiError } from '../../../contract/call.ts'
import { pictureText } from './text.ts'

/** The same fault in these words; what did not come from the platform stays as it is. */
export const uploadFault = (error: unknown): unknown =>
  error instanceof ApiError
    ? new ApiError(error.code, pictureText.t('uploadFailed', { reason: error.message }), error.data)
    : error
